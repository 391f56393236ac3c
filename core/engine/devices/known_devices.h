// What has been found out about the devices of this machine, and where it is kept.
#pragma once

#include "core/engine/backends.h"
#include "core/engine/devices/device_info.h"
#include "core/engine/devices/drivers.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace softscope::opencl {

struct KnownDevice {
    Driver driver;
    int place = 0; ///< among the driver's devices; −1: the driver gave none
    DeviceInfo info;
    std::string reason;               ///< why it cannot be used; empty: it can
    std::vector<Comparison> measured; ///< by rising tokens
    double startMs = 0;               ///< from nothing to ready, kernels built before

    bool usable() const { return place >= 0 && reason.empty(); }
};

/// Tries every driver, each device in a process of `program`, one after the other. Throws Cancelled.
std::vector<KnownDevice> probe(const std::filesystem::path& program, const std::filesystem::path& cacheFolder,
                               const std::stop_token& stop = {});

/// Compares a device with the CPU. Throws DeviceError, Cancelled.
void compare(KnownDevice& device, const std::filesystem::path& program, const std::filesystem::path& cacheFolder,
             const std::stop_token& stop);

/// Milliseconds that a pass over n_q × n_k scores of d_k products takes by what was measured: between two sizes on a
/// straight line of logarithms, beyond them in proportion. `time` is &Comparison::cpuMs or deviceMs.
double expectedMs(const std::vector<Comparison>& measured, double Comparison::*time, Index nQ, Index nK, Index dK);

/// What keepDevices() wrote, where the same drivers are installed and this program and processor did it; empty
/// otherwise, and where nothing can be read.
std::vector<KnownDevice> keptDevices(const std::filesystem::path& cacheFolder);
/// A cache that cannot be written is as good as none.
void keepDevices(const std::vector<KnownDevice>& devices, const std::filesystem::path& cacheFolder);

} // namespace softscope::opencl
