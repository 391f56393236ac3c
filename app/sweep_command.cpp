#include "app/commands.h"
#include "app/endings.h"
#include "app/number_list.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/analysis/fresh_heads.h"
#include "core/analysis/sweep.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/scene/limits.h"

namespace softscope {

namespace {

std::string header() {
    std::string line = "d_k,scale,score_variance,score_variance_theory";
    for (std::size_t q = 0; q < sweepQuantities; ++q) {
        for (const char* statistic : {"_mean", "_median", "_p95"})
            line.append(",").append(columnName(SweepQuantity(q))).append(statistic);
    }
    return line + "\n";
}

void appendLine(std::string& text, const SweepPoint& point, const char* scale) {
    text.append(std::to_string(point.dK)).append(",").append(scale);
    std::vector<double> numbers{point.scoreVariance, point.scoreVarianceTheory};
    for (const Spread& spread : point.rows)
        numbers.insert(numbers.end(), {spread.mean, spread.median, spread.p95});
    for (const double number : numbers) {
        text += ",";
        appendNumber(text, number);
    }
    text += "\n";
}

} // namespace

void sweepCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    if (target != "-")
        endingOf(target, {".csv"});
    const ListOption sizes = listOption(arguments, "--d-k", limits::dimension);
    const Scene scene = sceneOf(arguments);
    requireFresh(scene.source, "sweep");
    const Compute compute = cpuOf(arguments, stop);
    std::string text = header();
    {
        const ProgressLine progress("sweeping d_k over " + std::to_string(scene.sweep.trials) + " heads");
        SweepRequest request;
        request.sizes = sizes.sorted;
        const Sweep found = sweep(scene, request, compute.threads, stop);
        for (const Index dK : sizes.asGiven) {
            appendLine(text, found.unscaled[sizes.placeOf(dK)], "none");
            appendLine(text, found.scaled[sizes.placeOf(dK)], "sqrt");
        }
    }
    writeFileAtomically(target, text);
}

} // namespace softscope
