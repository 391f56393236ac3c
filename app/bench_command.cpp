#include "app/bench_interactive.h"
#include "app/commands.h"
#include "app/headless.h"
#include "app/number_list.h"
#include "app/progress_line.h"
#include "app/values.h"
#include "core/analysis/machine_bench.h"
#include "core/base/error.h"
#include "core/io/atomic_file.h"
#include "core/scene/limits.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <cstdio>

namespace softscope {

namespace {

struct BenchResult {
    Machine machine;
    Bench passes;
    std::vector<InteractiveCase> interactive;
    double startMs = 0;
};

std::string json(const BenchResult& result) {
    using Json = nlohmann::ordered_json;
    Json all;
    all["machine"] = {{"peak_gflops", result.machine.peakGflops},
                      {"copy_gb_per_s", result.machine.copyGbPerS},
                      {"threads", result.machine.threads},
                      {"isa", result.machine.isa}};
    all["cases"] = Json::array();
    for (const BenchCase& one : result.passes.cases)
        all["cases"].push_back({{"n", one.n},
                                {"d_k", one.dK},
                                {"kind", one.kind},
                                {"backend", one.backend},
                                {"ms", one.ms},
                                {"gflops", one.gflops},
                                {"share_of_peak", one.shareOfPeak},
                                {"gb_per_s", one.gbPerS},
                                {"share_of_bandwidth", one.gbPerS / result.machine.copyGbPerS},
                                {"times_limit", one.timesLimit}});
    all["stages"] = Json::array();
    for (const BenchStages& one : result.passes.stages)
        all["stages"].push_back(
            {{"n", one.n}, {"pack_ms", one.packMs}, {"product_ms", one.productMs}, {"rows_ms", one.rowsMs}});
    all["interactive"] = Json::array();
    for (const InteractiveCase& one : result.interactive)
        all["interactive"].push_back({{"n", one.n},
                                      {"p50_ms", one.p50},
                                      {"p95_ms", one.p95},
                                      {"max_ms", one.max},
                                      {"first_p95_ms", one.firstP95},
                                      {"drag_frames", one.drag.frames},
                                      {"drag_p95_ms", one.drag.p95},
                                      {"drag_max_ms", one.drag.max},
                                      {"drag_still_ms", one.drag.longestStill}});
    all["start_ms"] = result.startMs;
    return all.dump(2) + "\n";
}

template <typename... Values>
std::string printed(const char* format, Values... values) {
    char line[160];
    std::snprintf(line, sizeof line, format, values...);
    return line;
}

std::string table(const BenchResult& result) {
    std::string text = printed("This machine: %.0f GFLOP/s float32, copies %.1f GB/s, %d threads, built for %s\n\n",
                               result.machine.peakGflops, result.machine.copyGbPerS, result.machine.threads,
                               result.machine.isa.c_str());
    text += printed("%8s %6s  %-8s %-7s %10s %10s %9s %8s %9s\n", "n", "d_k", "pass", "backend", "ms", "GFLOP/s",
                    "of peak", "GB/s", "× limit");
    for (const BenchCase& one : result.passes.cases)
        text += printed("%8td %6td  %-8s %-7s %10.2f %10.1f %8.0f%% %8.2f %8.2f\n", one.n, one.dK, one.kind.c_str(),
                        one.backend.c_str(), one.ms, one.gflops, 100 * one.shareOfPeak, one.gbPerS, one.timesLimit);
    text += "\nThe limit: the product at the peak, then the maps written at the speed of copies\n";
    text += "\nStages of the pooled pass\n";
    text += printed("%8s %12s %12s %12s\n", "n", "pack ms", "product ms", "rows ms");
    for (const BenchStages& one : result.passes.stages)
        text += printed("%8td %12.2f %12.2f %12.2f\n", one.n, one.packMs, one.productMs, one.rowsMs);
    text += "\nFrom a tick of the d_k slider to painted pixels, 1440 × 900, 200 ticks\n";
    text += printed("%8s %10s %10s %10s %16s\n", "n", "median ms", "p95 ms", "max ms", "first p95 ms");
    for (const InteractiveCase& one : result.interactive)
        text += printed("%8td %10.2f %10.2f %10.2f %16.2f\n", one.n, one.p50, one.p95, one.max, one.firstP95);
    text +=
        "\nDragging d_k from 1 to 1024 and back in ten seconds: how late a picture is, and how long one stood still\n";
    text += printed("%8s %10s %10s %10s %16s\n", "n", "pictures", "p95 ms", "max ms", "stood still ms");
    for (const InteractiveCase& one : result.interactive)
        text += printed("%8td %10d %10.2f %10.2f %16.2f\n", one.n, one.drag.frames, one.drag.p95, one.drag.max,
                        one.drag.longestStill);
    return text + printed("\nFrom the start of the program to its first picture: %.0f ms\n", result.startMs);
}

template <typename Read>
auto valueOf(const Arguments& arguments, std::string_view name, std::string_view otherwise, Read read) {
    try {
        return read(arguments.value(name).value_or(std::string(otherwise)));
    } catch (const UsageError& refusal) {
        throw UsageError(std::string(name) + " " + refusal.what());
    }
}

} // namespace

void benchCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::vector<Index> sizes = valueOf(arguments, "--n", "512,2048",
                                             [](std::string_view text) { return numberList(text, 1, limits::tokens); });
    const Index dK = valueOf(arguments, "--d-k", "64",
                             [](std::string_view text) { return wholeNumber(text, 1, limits::dimension); });
    BenchResult result;
    {
        const ProgressLine progress("measuring");
        Compute compute;
        compute.stop = stop;
        result.machine = measureMachine();
        result.passes = benchCases(sizes, dK, result.machine, compute);
        {
            Headless<QCoreApplication> application;
            result.startMs = benchStart(stop);
        }
        result.interactive = benchInteractive(sizes, dK, stop);
    }
    writeFileAtomically("-", arguments.has("--json") ? json(result) : table(result));
}

} // namespace softscope
