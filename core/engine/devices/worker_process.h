// An OpenCL device as a backend: the process that holds its driver, seen from this one.
#pragma once

#include "core/engine/backend.h"
#include "core/engine/devices/channel.h"
#include "core/engine/devices/drivers.h"

#include <filesystem>
#include <memory>
#include <vector>

#include <sys/types.h>

namespace softscope::opencl {

/// Starts `program` as a worker with one driver, and ends it with this object. Whatever the driver does to that
/// process (it crashes, it hangs) is a DeviceError here, after which this object is of no further use. One thread at a
/// time.
class WorkerProcess : public Backend {
public:
    /// Throws DeviceError where it does not start.
    WorkerProcess(const std::filesystem::path& program, const Driver& driver);
    ~WorkerProcess() override;
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    WorkerProcess(WorkerProcess&&) = delete;
    WorkerProcess& operator=(WorkerProcess&&) = delete;

    /// The driver's devices: loads it. At least one, else DeviceError. Throws Cancelled, as open() does, and is then of
    /// no further use.
    std::vector<DeviceInfo> devices(const std::stop_token& stop = {});
    /// Builds the kernels for one of them, by its place in devices(), and runs each once.
    void open(int number, const std::filesystem::path& cacheFolder, const std::stop_token& stop = {});
    /// Throws Cancelled at once where the stop token is set; the device then ends its block by itself.
    void stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute) override;

private:
    /// Runs what talks to the process; a process that is gone is told by how it ended.
    template <typename Talk>
    auto talk(const Talk& words) -> decltype(words());
    /// Reads the answer, `done` or what it says.
    void await();
    /// The answer to work that was stopped, which nobody waited for.
    void settle();
    std::string howItEnded();

    std::unique_ptr<LoneDriver> m_driver; // until it is loaded
    pid_t m_process = -1;
    std::unique_ptr<Channel> m_channel;
    bool m_unanswered = false;
};

} // namespace softscope::opencl
