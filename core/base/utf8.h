// Text as bytes.
#pragma once

#include <string>
#include <string_view>

namespace softscope {

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool isUtf8(std::string_view text);

/// What is not well-formed becomes U+FFFD, a byte at a time.
std::u32string codePoints(std::string_view utf8);

} // namespace softscope
