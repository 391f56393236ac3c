// UTF-8 → code points.
#pragma once

#include <string>
#include <string_view>

namespace softscope {

/// What is not valid UTF-8 (overlong forms, surrogates, stray bytes) becomes U+FFFD, a byte at a time.
std::u32string codePoints(std::string_view utf8);

} // namespace softscope
