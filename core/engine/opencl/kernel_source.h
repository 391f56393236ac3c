// kernels.cl, embedded when the program is built.
#pragma once

#include <string_view>

namespace softscope::opencl {

std::string_view kernelSource();

} // namespace softscope::opencl
