// The streaming pass on one OpenCL device, in this process.
#pragma once

#include "core/engine/forward.h"
#include "core/engine/opencl/program.h"

#include <functional>
#include <memory>
#include <optional>

namespace softscope::opencl {

/// How the device is used; what is not given follows from the device.
struct Use {
    std::size_t cells = 0;      ///< scores of one block, at most (one panel of rows at least)
    std::size_t allocation = 0; ///< bytes of one buffer beyond which it counts as refused
    std::optional<Shape> shape;
};

class DeviceEngine {
public:
    /// Builds the kernels and runs each once, on a head of a few tokens. Throws DeviceError.
    DeviceEngine(const cl::Device& device, const std::filesystem::path& cacheFolder, const Use& use = {});
    ~DeviceEngine();
    DeviceEngine(const DeviceEngine&) = delete;
    DeviceEngine& operator=(const DeviceEngine&) = delete;
    DeviceEngine(DeviceEngine&&) = delete;
    DeviceEngine& operator=(DeviceEngine&&) = delete;

    /// As stream() of core/engine/forward.h: fills the streamed parts of the jobs' frames. `between` is called after
    /// each block, with the share of the rows that is under way, and may throw, which ends the work. Where the memory
    /// does not suffice, blocks are made smaller. Throws DeviceError.
    void stream(const Head& head, const std::vector<Job>& jobs, const std::function<void(double)>& between);

    /// How many rows the largest block of the last stream() had.
    Index lastBlockRows() const;

private:
    struct State;
    std::unique_ptr<State> d;
};

} // namespace softscope::opencl
