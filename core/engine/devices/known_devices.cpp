#include "core/engine/devices/known_devices.h"

#include "core/engine/devices/worker_process.h"
#include "core/engine/head_stream.h"
#include "core/head/random.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

namespace softscope::opencl {

namespace {

constexpr Index comparedDK = 64;
constexpr Index comparedTokens[] = {512, 1024, 2048, 4096};

double milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The least of a few runs, after one that warms.
double leastMs(const std::function<void()>& work) {
    constexpr int runs = 3;
    work();
    double least = milliseconds(work);
    for (int run = 1; run < runs; ++run)
        least = std::min(least, milliseconds(work));
    return least;
}

Head sampleHead(Index tokens) {
    Head head;
    head.q.resize(tokens, comparedDK);
    head.k.resize(tokens, comparedDK);
    fillGaussian(head.q, 1, Stream::q, 1);
    fillGaussian(head.k, 1, Stream::k, 1);
    head.v.resize(tokens, 1);
    head.v.setZero();
    return head;
}

/// What the window asks for.
Pass samplePass(const Head& head) {
    constexpr Index most = 512;
    Pass pass;
    pass.options.scale = factorOf({}, comparedDK);
    for (const MapName map : {MapName::scaled, MapName::weights, MapName::jacobian})
        pass.maps.push_back({map, wholeMap(map, head), most, most});
    return pass;
}

std::unique_ptr<WorkerProcess> opened(const KnownDevice& device, const std::filesystem::path& program,
                                      const std::filesystem::path& cacheFolder, const std::stop_token& stop) {
    auto process = std::make_unique<WorkerProcess>(program, device.driver);
    process->devices(stop);
    process->open(device.place, cacheFolder, stop);
    return process;
}

} // namespace

std::vector<KnownDevice> probe(const std::filesystem::path& program, const std::filesystem::path& cacheFolder,
                               const std::stop_token& stop) {
    std::vector<KnownDevice> all;
    for (const Driver& driver : installedDrivers()) {
        std::vector<DeviceInfo> devices;
        try {
            devices = WorkerProcess(program, driver).devices(stop);
        } catch (const Error& failure) {
            all.push_back({driver, -1, {}, failure.what(), {}, 0});
            continue;
        }
        for (std::size_t place = 0; place < devices.size(); ++place) {
            KnownDevice& device = all.emplace_back();
            device.driver = driver;
            device.place = static_cast<int>(place);
            device.info = devices[place];
            try {
                opened(device, program, cacheFolder, stop);
            } catch (const Error& failure) {
                device.reason = failure.what();
            }
        }
    }
    return all;
}

void compare(KnownDevice& device, const std::filesystem::path& program, const std::filesystem::path& cacheFolder,
             const std::stop_token& stop) {
    std::unique_ptr<WorkerProcess> process;
    device.startMs = milliseconds([&] { process = opened(device, program, cacheFolder, stop); });
    std::vector<Comparison> measured;
    for (const Index tokens : comparedTokens) {
        const Head head = sampleHead(tokens);
        const Pass pass = samplePass(head);
        const auto timed = [&](Backend& backend) {
            return leastMs([&] {
                Frame frame;
                frame.maps.resize(pass.maps.size());
                Compute compute;
                compute.stop = stop;
                backend.stream(head, {{&pass, &frame}}, compute);
            });
        };
        CpuStream cpu;
        measured.push_back({tokens, timed(cpu), timed(*process)});
    }
    device.measured = std::move(measured);
}

double expectedMs(const std::vector<Comparison>& measured, double Comparison::*time, Index nQ, Index nK, Index dK) {
    // The products, and what is done with each score: some 64 operations.
    constexpr double perScore = 64;
    const auto workOf = [](double scores, double products) { return scores * (products + perScore); };
    const double work = workOf(static_cast<double>(nQ) * static_cast<double>(nK), static_cast<double>(dK));
    const auto workAt = [&](const Comparison& one) {
        return workOf(static_cast<double>(one.tokens) * static_cast<double>(one.tokens), double(comparedDK));
    };
    const auto next =
        std::find_if(measured.begin(), measured.end(), [&](const Comparison& one) { return workAt(one) >= work; });
    if (next == measured.end())
        return measured.back().*time * (work / workAt(measured.back()));
    if (next == measured.begin())
        return (*next).*time; // what little work takes is not the work
    const Comparison &low = *(next - 1), &high = *next;
    const double along = std::log(work / workAt(low)) / std::log(workAt(high) / workAt(low));
    return low.*time * std::pow(high.*time / (low.*time), along);
}

} // namespace softscope::opencl
