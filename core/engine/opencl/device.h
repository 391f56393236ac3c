// OpenCL devices of this process's drivers. Only a child process that may fall down calls this (worker.h).
#pragma once

#include "core/engine/devices/device_info.h"
#include "core/engine/opencl/cl.h"

#include <string>
#include <vector>

namespace softscope::opencl {

DeviceInfo infoOf(const cl::Device& device);

/// All devices of all platforms, in the loader's order. Empty where there is no driver; throws DeviceError where the
/// driver says something else.
std::vector<cl::Device> devicesHere();

/// "CL_OUT_OF_RESOURCES", or the number.
std::string nameOfError(int code);
/// The device has not enough memory for this; smaller blocks may do.
bool isMemoryError(int code);

} // namespace softscope::opencl
