#include "core/engine/backends.h"

#include "core/engine/devices/known_devices.h"
#include "core/engine/devices/worker_process.h"
#include "core/engine/forward.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>

namespace softscope {

namespace {

using namespace opencl;
using namespace std::chrono_literals;

#ifdef SOFTSCOPE_OPENCL
constexpr bool built = true;
#else
constexpr bool built = false;
#endif

constexpr double clearly = 0.9; ///< of the CPU's time: what makes a device worth taking

/// Takes the CPU so long that it is worth finding out, in the midst of it, whether a device is quicker.
bool isLong(const Head& head, Index passes) {
    constexpr double operations = 5e11; // some seconds
    const double scores = static_cast<double>(head.nQ()) * static_cast<double>(head.nK());
    return 2 * scores * static_cast<double>(head.dK() + 64) * static_cast<double>(passes) > operations;
}

std::string gigabytes(std::uint64_t bytes) {
    const std::uint64_t tenths = (bytes * 10 + (std::uint64_t(1) << 29)) >> 30;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

DeviceReport reportOf(const KnownDevice& device, int number) {
    DeviceReport report;
    report.driver = device.driver.name;
    report.reason = device.reason;
    if (device.place < 0)
        return report;
    const DeviceInfo& info = device.info;
    report.number = number;
    report.name = info.name;
    report.description = info.platform + ", " + info.version + ", driver " + info.driverVersion + ", " +
                         (info.isProcessor ? "a processor, " : "") + std::to_string(info.units) + " units, " +
                         gigabytes(info.memory);
    report.measured = device.measured;
    return report;
}

/// A mutex for work that may take long: waiting for it ends when the work is stopped.
class Turn {
public:
    Turn(std::timed_mutex& mutex, const std::stop_token& stop) : m_mutex(mutex) {
        while (!m_mutex.try_lock_for(5ms))
            if (stop.stop_requested())
                throw Cancelled();
    }
    ~Turn() { m_mutex.unlock(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    Turn(Turn&&) = delete;
    Turn& operator=(Turn&&) = delete;

private:
    std::timed_mutex& m_mutex;
};

/// Whether the kernels know all that the logits are made with.
bool runsOnDevices(const LogitOptions& options) {
    return !options.logLength && !options.sink;
}

/// Nothing computed yet, in the places that the passes give.
void clear(const std::vector<Job>& jobs) {
    for (const Job& job : jobs) {
        Frame fresh;
        fresh.options = job.frame->options;
        fresh.maps.resize(job.frame->maps.size());
        *job.frame = std::move(fresh);
    }
}

} // namespace

struct Backends::Private {
    /// A device with the process that has it open, if any. Used by one thread at a time: `turn`.
    struct Device {
        KnownDevice known; ///< guarded by `mutex`, as `lost`
        std::string lost;  ///< why it was given up
        std::timed_mutex turn;
        std::unique_ptr<WorkerProcess> process; ///< guarded by `turn`
        std::atomic<bool> isOpen = false;
        std::atomic<int> number = -1; ///< the word for --backend counts them; −1: a driver without a device
    };
    using DevicePointer = std::shared_ptr<Device>;

    std::filesystem::path program, cacheFolder;
    bool stays;

    std::mutex mutex; ///< of what follows
    BackendChoice choice;
    std::vector<DevicePointer> devices;
    bool recalled = false;          ///< what was kept has been read
    bool looked = false;            ///< devices are those of this machine
    std::vector<std::string> notes; ///< not yet taken
    std::string lastNote;

    std::mutex looking; ///< one at a time tries drivers

    std::vector<KnownDevice> known();
    void take(const std::vector<KnownDevice>& found);
    void look(bool anew, const std::stop_token& stop = {});
    void recall();
    DevicePointer forced(std::string& reason);
    DevicePointer quickest(const Head& head, Index passes);
    void open(Device& device, const std::stop_token& stop);
    void run(Device& device, const Head& head, const std::vector<Job>& jobs, const Compute& compute);
    void openQuick(const std::stop_token& stop);
    std::string nameOf(const Device& device);
    std::string giveUp(Device& device, const std::string& why);
    void note(const std::string& sentence);
};

std::vector<KnownDevice> Backends::Private::known() {
    const std::lock_guard lock(mutex);
    std::vector<KnownDevice> all;
    for (const DevicePointer& device : devices)
        all.push_back(device->known);
    return all;
}

/// Devices that are open stay so where they are found again.
void Backends::Private::take(const std::vector<KnownDevice>& found) {
    const std::lock_guard lock(mutex);
    std::vector<DevicePointer> fresh;
    int next = 0;
    for (const KnownDevice& one : found) {
        const auto same = std::find_if(devices.begin(), devices.end(), [&](const DevicePointer& device) {
            return device->known.driver == one.driver && device->known.place == one.place;
        });
        fresh.push_back(same == devices.end() ? std::make_shared<Device>() : *same);
        fresh.back()->known = one;
        fresh.back()->number = one.place < 0 ? -1 : next++;
    }
    devices = std::move(fresh);
    looked = true;
}

/// Finds out which devices there are: from what was kept, unless `anew`.
void Backends::Private::look(bool anew, const std::stop_token& stop) {
    const std::lock_guard one(looking);
    {
        const std::lock_guard lock(mutex);
        if (looked && !anew)
            return;
    }
    const std::vector<KnownDevice> kept = keptDevices(cacheFolder);
    if (!kept.empty() && !anew) {
        take(kept);
        return;
    }
    std::vector<KnownDevice> found = built ? probe(program, cacheFolder, stop) : std::vector<KnownDevice>();
    for (KnownDevice& device : found)
        for (const KnownDevice& before : kept)
            if (device.usable() && before.driver == device.driver && before.place == device.place &&
                before.info.driverVersion == device.info.driverVersion && before.info.name == device.info.name) {
                device.measured = before.measured;
                device.startMs = before.startMs;
            }
    take(found);
    keepDevices(found, cacheFolder);
}

/// What was kept, where nothing has been looked for: costs nothing, and may find nothing.
void Backends::Private::recall() {
    const std::lock_guard one(looking);
    {
        const std::lock_guard lock(mutex);
        if (looked || recalled)
            return;
        recalled = true;
    }
    if (const std::vector<KnownDevice> kept = keptDevices(cacheFolder); !kept.empty())
        take(kept);
}

/// The device that was asked for; null, and why, where it cannot be used.
Backends::Private::DevicePointer Backends::Private::forced(std::string& reason) {
    const std::lock_guard lock(mutex);
    DevicePointer first;
    int most = -1;
    std::string reasons;
    for (const DevicePointer& device : devices) {
        const int number = device->number;
        most = std::max(most, number);
        const bool usable = device->known.usable() && device->lost.empty();
        if (choice.device && number == *choice.device && usable)
            return device;
        if (!choice.device && usable && (!first || (first->known.info.isProcessor && !device->known.info.isProcessor)))
            first = device;
        if (!usable && (!choice.device || number == *choice.device))
            reasons += (reasons.empty() ? "" : "; ") +
                       (number < 0 ? device->known.driver.name : device->known.info.name) + ": " +
                       (device->lost.empty() ? device->known.reason : device->lost);
    }
    if (first && !choice.device)
        return first;
    if (!reasons.empty())
        reason = "no OpenCL device can be used (" + reasons + ")";
    else if (devices.empty())
        reason = built ? "no OpenCL driver is installed" : "this build has no OpenCL";
    else
        reason = "there is no OpenCL device " + std::to_string(choice.device.value_or(0)) + ", only " +
                 std::to_string(most + 1) + ", counted from 0";
    return nullptr;
}

/// The device that is expected to need less time than the CPU, or null.
Backends::Private::DevicePointer Backends::Private::quickest(const Head& head, Index passes) {
    const std::lock_guard lock(mutex);
    DevicePointer best;
    double least = 0;
    for (const DevicePointer& device : devices) {
        const auto& measured = device->known.measured;
        if (!device->known.usable() || !device->lost.empty() || measured.empty() || (stays && !device->isOpen))
            continue;
        const Index nQ = head.nQ() * passes;
        const double cpu = expectedMs(measured, &Comparison::cpuMs, nQ, head.nK(), head.dK());
        const double here = expectedMs(measured, &Comparison::deviceMs, nQ, head.nK(), head.dK()) +
                            (device->isOpen ? 0 : device->known.startMs);
        if (here < clearly * cpu && (!best || here < least)) {
            best = device;
            least = here;
        }
    }
    return best;
}

/// Makes the device ready, in the caller's turn. A driver of another version than the one that was measured is measured
/// again.
void Backends::Private::open(Device& device, const std::stop_token& stop) {
    if (device.process)
        return;
    KnownDevice expected;
    {
        const std::lock_guard lock(mutex);
        expected = device.known;
    }
    auto process = std::make_unique<WorkerProcess>(program, expected.driver);
    const std::vector<DeviceInfo> found = process->devices(stop);
    if (expected.place >= std::ssize(found))
        throw DeviceError("it is not there any more");
    const DeviceInfo& info = found[static_cast<std::size_t>(expected.place)];
    process->open(expected.place, cacheFolder, stop);
    device.process = std::move(process);
    device.isOpen = true;
    if (info.driverVersion == expected.info.driverVersion && info.name == expected.info.name)
        return;
    {
        const std::lock_guard lock(mutex);
        device.known.info = info;
        device.known.measured.clear();
    }
    keepDevices(known(), cacheFolder);
}

void Backends::Private::run(Device& device, const Head& head, const std::vector<Job>& jobs, const Compute& compute) {
    const Turn turn(device.turn, compute.stop);
    open(device, compute.stop);
    try {
        device.process->stream(head, jobs, compute);
    } catch (const Cancelled&) {
        throw;
    } catch (...) {
        device.isOpen = false;
        device.process.reset(); // gone, or in the middle of an answer
        throw;
    }
}

/// Opens the devices that were quicker than the CPU at any size.
void Backends::Private::openQuick(const std::stop_token& stop) {
    std::vector<DevicePointer> all;
    {
        const std::lock_guard lock(mutex);
        std::copy_if(devices.begin(), devices.end(), std::back_inserter(all), [](const DevicePointer& device) {
            const auto& measured = device->known.measured;
            return device->known.usable() && device->lost.empty() &&
                   std::any_of(measured.begin(), measured.end(),
                               [](const Comparison& one) { return one.deviceMs < clearly * one.cpuMs; });
        });
    }
    for (const DevicePointer& device : all) {
        try {
            const Turn turn(device->turn, stop);
            open(*device, stop);
        } catch (const DeviceError& failure) {
            giveUp(*device, failure.what());
        }
    }
}

std::string Backends::Private::nameOf(const Device& device) {
    const std::lock_guard lock(mutex);
    return device.known.info.name;
}

/// Returns the sentence that says so.
std::string Backends::Private::giveUp(Device& device, const std::string& why) {
    const std::lock_guard lock(mutex);
    device.lost = why;
    return "OpenCL device " + std::to_string(device.number) + " (" + device.known.info.name +
           ") was given up, and the CPU computes: " + why + ".";
}

void Backends::Private::note(const std::string& sentence) {
    const std::lock_guard lock(mutex);
    if (sentence != lastNote && !sentence.empty())
        notes.push_back(sentence);
    lastNote = sentence;
}

Backends::Backends(std::filesystem::path program, std::filesystem::path cacheFolder, bool stays)
    : d(std::make_unique<Private>()) {
    d->program = std::move(program);
    d->cacheFolder = std::move(cacheFolder);
    d->stays = stays;
}

Backends::~Backends() = default;

BackendChoice Backends::choice() const {
    const std::lock_guard lock(d->mutex);
    return d->choice;
}

void Backends::choose(const BackendChoice& choice) {
    const std::lock_guard lock(d->mutex);
    d->choice = choice;
    for (const auto& device : d->devices)
        device->lost.clear(); // asked for again, it is tried again
}

void Backends::require() {
    if (choice().kind != BackendKind::opencl)
        return;
    d->look(false);
    std::string reason;
    const auto device = d->forced(reason);
    if (!device) { // what was kept may be wrong by now
        d->look(true);
        if (!d->forced(reason))
            throw Error(reason + ": take --backend cpu or auto");
        return require();
    }
    try {
        const Turn turn(device->turn, {});
        d->open(*device, {});
    } catch (const Error& failure) {
        throw Error("OpenCL device " + std::to_string(device->number) + " (" + d->nameOf(*device) +
                    ") cannot be used: " + failure.what() + "; take --backend cpu or auto");
    }
}

std::vector<DeviceReport> Backends::devices() {
    d->look(true);
    return reports();
}

std::vector<DeviceReport> Backends::reports() const {
    const std::lock_guard lock(d->mutex);
    std::vector<DeviceReport> reports;
    for (const auto& device : d->devices)
        reports.push_back(reportOf(device->known, device->number));
    return reports;
}

void Backends::measure(const std::stop_token& stop) {
    d->look(false, stop);
    std::vector<KnownDevice> all = d->known();
    bool changed = false;
    for (KnownDevice& device : all) {
        if (!device.usable() || !device.measured.empty())
            continue;
        try {
            opencl::compare(device, d->program, d->cacheFolder, stop);
        } catch (const DeviceError& failure) {
            device.reason = failure.what();
        }
        changed = true;
    }
    if (changed) {
        d->take(all);
        keepDevices(all, d->cacheFolder);
    }
    if (d->stays)
        d->openQuick(stop);
}

void Backends::stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute, Backend& cpu) {
    const BackendChoice choice = this->choice();
    std::string reason;
    Private::DevicePointer device;
    if (std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return !runsOnDevices(job.pass->options); })) {
        if (choice.kind == BackendKind::opencl)
            reason = "log-length and sinks are computed there only";
    } else if (choice.kind == BackendKind::opencl) {
        d->look(false, compute.stop);
        device = d->forced(reason);
    } else if (choice.kind == BackendKind::automatic) {
        d->recall();
        if (!d->stays && isLong(head, std::ssize(jobs)))
            measure(compute.stop);
        device = d->quickest(head, std::ssize(jobs));
    }
    if (device) {
        try {
            d->run(*device, head, jobs, compute);
            for (const Job& job : jobs) {
                job.frame->backend = "opencl:" + std::to_string(device->number);
                job.frame->device = d->nameOf(*device);
            }
            d->note({});
            return;
        } catch (const DeviceError& failure) {
            if (compute.stop.stop_requested())
                throw Cancelled();
            reason = d->giveUp(*device, failure.what());
        }
        clear(jobs);
    } else if (!reason.empty()) {
        reason = "The CPU computes: " + reason + ".";
    }
    cpu.stream(head, jobs, compute);
    for (const Job& job : jobs)
        job.frame->note = reason;
    d->note(reason);
}

std::vector<std::string> Backends::takeNotes() {
    const std::lock_guard lock(d->mutex);
    return std::exchange(d->notes, {});
}

std::filesystem::path standardCacheFolder() {
    const auto folder = [](const char* name) {
        const char* const value = std::getenv(name);
        return value ? std::filesystem::path(value) : std::filesystem::path();
    };
    if (const auto caches = folder("XDG_CACHE_HOME"); caches.is_absolute())
        return caches / "softscope";
    const auto home = folder("HOME");
    return home.is_absolute() ? home / ".cache" / "softscope" : std::filesystem::path();
}

} // namespace softscope
