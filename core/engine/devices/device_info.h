// What a device says of itself, for those who never see OpenCL's own headers.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>

namespace softscope::opencl {

/// The device or its driver failed; what() says how, going on from its name. The work can be done on the processor.
class DeviceError : public Error {
public:
    using Error::Error;
};

struct DeviceInfo {
    std::string name, vendor, platform;
    std::string version;       ///< "OpenCL 3.0 …"
    std::string driverVersion; ///< with the above: what its measurements and binaries are kept by
    bool isProcessor = false;
    std::uint64_t memory = 0; ///< bytes
    std::int32_t units = 0;
};

} // namespace softscope::opencl
