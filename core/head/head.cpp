#include "core/head/head.h"

namespace softscope {

std::string labelOf(const std::vector<std::string>& labels, Index i) {
    return i >= 0 && i < std::ssize(labels) ? labels[static_cast<std::size_t>(i)] : std::to_string(i);
}

} // namespace softscope
