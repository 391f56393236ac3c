#include "app/commands.h"
#include "app/endings.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/training/depth.h"

#include <cstdio>

namespace softscope {

namespace {

std::string tableOf(const Depth& found) {
    std::string text = "layer,scale,score_gradient_norm,score_gradient_row_median\n";
    for (std::size_t layer = 0; layer < found.stacks[0].size(); ++layer) {
        for (const std::size_t stack : {0, 1}) {
            const DepthLayer& one = found.stacks[stack][layer];
            text.append(std::to_string(layer + 1)).append(stack == 0 ? ",none" : ",sqrt");
            for (const double number : {one.gradientNorm, one.gradientRowMedian}) {
                text += ",";
                appendNumber(text, number);
            }
            text += "\n";
        }
    }
    return text;
}

void tellCollapse(const Depth& found) {
    for (const bool scaled : {false, true})
        if (const Index layer = found.collapsedFrom(scaled); layer > 0)
            std::fprintf(stderr,
                         "softscope: Rank collapse %s: the tokens that come to layer %td differ by less than a "
                         "thousandth of their size, and no gradient tells them apart.\n",
                         scaled ? "with the scale" : "without the scale", layer);
}

} // namespace

void depthCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    if (target != "-")
        endingOf(target, {".csv"});
    const Scene scene = sceneOf(arguments, depthScene());
    const Compute compute = cpuOf(arguments, stop);
    Depth found;
    {
        const ProgressLine progress("stacking " + std::to_string(scene.depth.layers) + " layers");
        found = depthGradients(scene, compute.threads, stop);
    }
    writeFileAtomically(target, tableOf(found));
    tellCollapse(found);
}

} // namespace softscope
