// The devices of this machine, and which of them computes.
#pragma once

#include "core/engine/backend.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace softscope {

/// How long a pooled pass with row statistics over n tokens took, d_k = 64, everything included.
struct Comparison {
    Index tokens = 0;
    double cpuMs = 0, deviceMs = 0;
};

/// An OpenCL device or, where its driver got no further, the driver.
struct DeviceReport {
    int number = -1;                  ///< N of opencl:N; −1 where the driver gave no device
    std::string driver;               ///< the file that names it: "pocl.icd"
    std::string name;                 ///< of the device; empty: the driver gave none
    std::string description;          ///< platform, version, driver, units and memory
    std::string reason;               ///< why it cannot be used; empty: it can
    std::vector<Comparison> measured; ///< empty: not yet
};

/// Chooses, for each piece of work, where it is done, and holds what is open for that. Drivers crash: each runs in a
/// process of its own, which this one only talks to. All functions may be called by any thread.
class Backends {
public:
    /// `program` is what those processes run (it calls opencl::runWorker()); what is measured and built is kept in
    /// `cacheFolder` (empty: nowhere). `stays`: the work goes on for long, so that starting a device is worth it.
    Backends(std::filesystem::path program, std::filesystem::path cacheFolder, bool stays);
    ~Backends();
    Backends(const Backends&) = delete;
    Backends& operator=(const Backends&) = delete;
    Backends(Backends&&) = delete;
    Backends& operator=(Backends&&) = delete;

    BackendChoice choice() const;
    void choose(const BackendChoice& choice);

    /// Opens the device that was chosen. Throws Error, one sentence that says why there is none; for auto and cpu it
    /// does nothing.
    void require();

    /// Every device, each tried in a process of its own; takes seconds the first time and is then known.
    std::vector<DeviceReport> devices();
    /// Every device, as far as is known by now; tries nothing.
    std::vector<DeviceReport> reports() const;
    /// Compares each device that can be used with the CPU, once for each version of its driver, so that auto knows.
    /// Takes seconds the first time. Where work goes on for long, it also opens devices that auto will take. Throws
    /// Cancelled.
    void measure(const std::stop_token& stop = {});

    /// Fills the jobs' frames (Backend::stream) and says where in their `backend`, `device` and `note`. A device that
    /// fails is given up, and `cpu` does the work.
    void stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute, Backend& cpu);
    /// The notes of the frames since the last call, each once.
    std::vector<std::string> takeNotes();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// softscope in the user's folder for caches: XDG_CACHE_HOME, or .cache in HOME; empty where there is neither.
std::filesystem::path standardCacheFolder();

} // namespace softscope
