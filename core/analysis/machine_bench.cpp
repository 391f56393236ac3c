#include "core/analysis/machine_bench.h"

#include "core/base/parallel.h"
#include "core/engine/map_region.h"
#include "core/engine/operands.h"
#include "core/engine/scratch.h"
#include "core/head/random.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>

namespace softscope {

namespace {

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The least of a few runs: what the machine can do when nothing else disturbs it.
double leastSeconds(int runs, const std::function<void()>& work) {
    double least = secondsOf(work);
    for (int run = 1; run < runs; ++run)
        least = std::min(least, secondsOf(work));
    return least;
}

/// At least five runs, and up to 25 while they take less than half a second together.
double medianSeconds(const std::function<void()>& work) {
    work();
    std::vector<double> seconds;
    double sum = 0;
    while (seconds.size() < 5 || (seconds.size() < 25 && sum < 0.5)) {
        seconds.push_back(secondsOf(work));
        sum += seconds.back();
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

constexpr int lanes = Eigen::internal::packet_traits<float>::size;
constexpr int chains = 10; ///< enough to hide a multiply-add's latency, few enough for the registers of any processor

/// `steps` multiply-adds in each lane of each chain; returns what keeps them from being left out. Every chain starts
/// elsewhere, so that none is another's copy.
float multiplyAdds(int steps, float factor, float summand) {
    using Lanes = Eigen::Array<float, lanes, 1>;
    const Lanes a = Lanes::Constant(factor), b = Lanes::Constant(summand);
    Lanes x0 = b * 1.F, x1 = b * 2.F, x2 = b * 3.F, x3 = b * 4.F, x4 = b * 5.F;
    Lanes x5 = b * 6.F, x6 = b * 7.F, x7 = b * 8.F, x8 = b * 9.F, x9 = b * 10.F;
    for (int step = 0; step < steps; ++step) {
        x0 = x0 * a + b;
        x1 = x1 * a + b;
        x2 = x2 * a + b;
        x3 = x3 * a + b;
        x4 = x4 * a + b;
        x5 = x5 * a + b;
        x6 = x6 * a + b;
        x7 = x7 * a + b;
        x8 = x8 * a + b;
        x9 = x9 * a + b;
    }
    return (x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9).sum();
}

double peakGflops(int threads, int askedFor) {
    constexpr int steps = 400'000;
    const Index parts = 4 * static_cast<Index>(threads);
    std::vector<float> results(static_cast<std::size_t>(parts));
    const double seconds = leastSeconds(6, [&] {
        parallelFor(parts, askedFor, {}, [&](Index part) {
            const float factor = 0.5F + 1e-3F * static_cast<float>(part % 64);
            results[static_cast<std::size_t>(part)] = multiplyAdds(steps, factor, 1.F);
        });
    });
    return 2.0 * lanes * chains * steps * static_cast<double>(parts) / seconds / 1e9;
}

double copyGbPerS(int askedFor) {
    constexpr std::size_t size = 128U << 20U, parts = 64, part = size / parts;
    const std::unique_ptr<char[]> from(new char[size]()), to(new char[size]());
    const double seconds = leastSeconds(4, [&] {
        parallelFor(static_cast<Index>(parts), askedFor, {}, [&](Index i) {
            const std::size_t at = static_cast<std::size_t>(i) * part;
            std::memcpy(to.get() + at, from.get() + at, part);
        });
    });
    return 2.0 * static_cast<double>(size) / seconds / 1e9;
}

Head gaussianHead(Index n, Index dK) {
    Head head;
    head.q.resize(n, dK);
    head.k.resize(n, dK);
    head.v.resize(n, dK);
    fillGaussian(head.q, 1, Stream::q, 1);
    fillGaussian(head.k, 1, Stream::k, 1);
    fillGaussian(head.v, 1, Stream::v, 1);
    return head;
}

void product(const Head& head, const QueryKey& operands, const Compute& compute) {
    const Index size = blockRows(head.nK());
    ScratchPool pool;
    parallelFor((head.nQ() + size - 1) / size, compute.threads, compute.stop, [&](Index b) {
        const ScratchPool::Loan scratch(pool);
        Scratch& memory = *scratch;
        const Index row = b * size, rows = std::min(size, head.nQ() - row);
        memory.scores.resize(rows, head.nK());
        operands.scores(row, rows, 0, head.nK(), memory.scores.data(), head.nK(), memory.room);
    });
}

Pass threeMaps(const Head& head, Index most, bool rows) {
    Pass pass;
    pass.options.scale = factorOf({}, head.dK());
    pass.rows = rows;
    for (const MapName map : {MapName::scaled, MapName::weights, MapName::jacobian})
        pass.maps.push_back({map, wholeMap(map, head), most, most});
    return pass;
}

double cellsAlong(Index length, Index most) {
    const Index size = poolSize(length, most), cells = (length + size - 1) / size;
    return static_cast<double>(cells);
}

} // namespace

std::string isaName() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) &&                 \
    defined(__AVX512VL__)
    return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
    return "x86-64-v3";
#elif defined(__SSE4_2__)
    return "x86-64-v2";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "generic";
#endif
}

Machine measureMachine(int threads) {
    Machine machine;
    machine.threads = threads > 0 ? threads : tbb::this_task_arena::max_concurrency();
    machine.peakGflops = peakGflops(machine.threads, threads);
    machine.copyGbPerS = copyGbPerS(threads);
    machine.isa = isaName();
    return machine;
}

Bench benchCases(std::span<const Index> sizes, Index dK, const Machine& machine, const Compute& compute) {
    Bench bench;
    for (const Index n : sizes) {
        const Head head = gaussianHead(n, dK);
        const Pass pooled = threeMaps(head, 512, true), stored = threeMaps(head, 0, false);
        const double size = static_cast<double>(n), operations = 2 * size * size * static_cast<double>(dK);
        const auto bytesOf = [](const Pass& pass) {
            double cells = 0;
            for (const MapRequest& request : pass.maps)
                cells += cellsAlong(request.region.rows(), request.maxRows) *
                         cellsAlong(request.region.cols(), request.maxCols);
            return cells * sizeof(float);
        };
        const auto add = [&](const std::string& kind, double bytes, const std::function<void()>& work) {
            const double seconds = medianSeconds(work), gflops = operations / seconds / 1e9;
            const double limit = operations / (machine.peakGflops * 1e9) + bytes / (machine.copyGbPerS * 1e9);
            bench.cases.push_back({n, dK, kind, "cpu", seconds * 1e3, gflops, gflops / machine.peakGflops,
                                   bytes / seconds / 1e9, seconds / limit});
            return seconds * 1e3;
        };
        const auto pack = [&] { return QueryKey(head, false, compute.threads, compute.stop); };
        const QueryKey operands = pack();
        BenchStages stages{n, medianSeconds(pack) * 1e3, 0, 0};
        stages.productMs = add("product", 0, [&] { product(head, operands, compute); });
        const double pass = add("pooled", bytesOf(pooled), [&] { evaluate(head, pooled, compute); });
        stages.rowsMs = std::max(pass - stages.packMs - stages.productMs, 0.0);
        bench.stages.push_back(stages);
        add("stored", bytesOf(stored), [&] { evaluate(head, stored, compute); });
    }
    return bench;
}

} // namespace softscope
