// Text as bytes.
#pragma once

#include <string_view>

namespace softscope {

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool isUtf8(std::string_view text);

} // namespace softscope
