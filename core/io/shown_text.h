// Bytes from a file inside a sentence.
#pragma once

#include <string>
#include <string_view>

namespace softscope {

/// In quotes, at most about 60 characters, with what is no printable UTF-8 shown as `?`.
std::string shownText(std::string_view bytes);

} // namespace softscope
