// OpenCL devices of this process's drivers. Only a child process that may fall down calls this (worker.h).
#pragma once

#include "core/base/error.h"
#include "core/engine/opencl/cl.h"

#include <cstdint>
#include <string>
#include <vector>

namespace softscope::opencl {

/// The device or its driver failed; what() says how. The work can be done on the processor.
class DeviceError : public Error {
public:
    using Error::Error;
};

/// What a device says of itself.
struct DeviceInfo {
    std::string name, vendor, platform;
    std::string version;       ///< "OpenCL 3.0 …"
    std::string driverVersion; ///< together with the above: what its measurements and binaries are kept by
    bool isProcessor = false;
    std::uint64_t memory = 0; ///< bytes
    int units = 0;
};
DeviceInfo infoOf(const cl::Device& device);

/// All devices of all platforms, in the loader's order. Empty where there is no driver; throws DeviceError where the
/// driver says something else.
std::vector<cl::Device> devicesHere();

/// "CL_OUT_OF_RESOURCES", or the number.
std::string nameOfError(int code);
/// The device has not enough memory for this; smaller blocks may do.
bool isMemoryError(int code);

} // namespace softscope::opencl
