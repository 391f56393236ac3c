#include "app/commands.h"
#include "app/endings.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/head/build.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/training/lock_step.h"

namespace softscope {

namespace {

void appendLines(std::string& text, const TrainingStep& step) {
    for (const std::size_t copy : {0, 1}) {
        const TrainingMeasure& measure = step.measures[copy];
        text.append(std::to_string(step.step)).append(copy == 0 ? ",none" : ",sqrt");
        for (const double number :
             {measure.loss, measure.accuracy, measure.entropy, measure.frobenius, measure.gradWQ, measure.gradWK}) {
            text += ",";
            appendNumber(text, number);
        }
        text += "\n";
    }
}

} // namespace

void trainCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    if (target != "-")
        endingOf(target, {".csv"});
    const Scene scene = sceneOf(arguments, trainingScene());
    const Compute compute = cpuOf(arguments, stop);
    std::string text = "step,scale,loss,accuracy,entropy_mean,jacobian_frobenius_mean,grad_w_q,grad_w_k\n";
    {
        const ProgressLine progress("training for " + std::to_string(scene.training.steps) + " steps");
        LockStep training(scene, buildHead(scene, compute.threads, stop));
        appendLines(text, training.now(stop));
        for (Index step = 0; step < scene.training.steps; ++step) {
            training.advance(stop);
            appendLines(text, training.now(stop));
        }
    }
    writeFileAtomically(target, text);
}

} // namespace softscope
