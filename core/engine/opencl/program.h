// The kernels of one device, built, with their binary kept for the next start.
#pragma once

#include "core/engine/opencl/device.h"

#include <filesystem>
#include <string>

namespace softscope::opencl {

/// How the kernels are built for a device: wide vectors and no local memory for a processor, groups for a GPU.
struct Shape {
    bool processor = false;
    int width = 4;   ///< numbers in a vector
    int group = 128; ///< work-items to a row
    int cells = 64;  ///< work-items to a group of cells
    std::string options() const;
};
Shape shapeOf(const cl::Device& device);

/// Builds the kernels, from a binary in `cacheFolder` where there is one of this source, device and driver. A cache
/// that cannot be read or written is as good as none; empty: none. Throws DeviceError with the first line of what the
/// compiler says.
cl::Program buildProgram(const cl::Context& context, const cl::Device& device, const Shape& shape,
                         const std::filesystem::path& cacheFolder);

} // namespace softscope::opencl
