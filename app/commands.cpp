#include "app/commands.h"

#include <algorithm>

namespace softscope {

std::span<const Command> commands() {
    static const std::vector<Command> all{
        {"render",
         "SCENE -o OUT",
         "one map as .png .svg .pdf (a figure) or .npy .csv (the numbers)",
         {Group::source, Group::scene, Group::render, Group::compute, Group::mapOutput},
         true,
         renderCommand},
        {"stats",
         "SCENE [--rows]",
         "one JSON object",
         {Group::source, Group::scene, Group::compute, Group::rows},
         true,
         statsCommand},
        {"tensors",
         "SCENE -o OUT",
         "the head itself as .npz or .safetensors: q k v (x w_q w_k w_v too where it is projected)",
         {Group::source, Group::scene, Group::tensorsOutput},
         true,
         tensorsCommand},
        {"scene",
         "SCENE [-o OUT]",
         "the scene as JSON, every field written out: what a session file is",
         {Group::source, Group::scene, Group::sceneOutput},
         true,
         sceneCommand},
        {"sweep",
         "SCENE --d-k LIST [--trials T] [-o CSV]",
         "how rows of fresh heads change with d_k, with the scale and without: a table",
         {Group::dKList, Group::trials, Group::tableOutput, Group::source, Group::scene, Group::compute},
         true,
         sweepCommand},
        {"phase",
         "SCENE --tokens LIST --d-k LIST [--trials T] [-o CSV|PNG]",
         "where the softmax freezes: participation over tokens and d_k, with theory",
         {Group::tokensList, Group::dKList, Group::trials, Group::phaseOutput, Group::source, Group::scene,
          Group::compute},
         true,
         phaseCommand},
        {"train",
         "SCENE --steps N [--learning-rate X] [--optimizer sgd|adam] [--task fixed|fresh] [-o CSV]",
         "two copies of a head learn in lock step, with the scale and without: a table",
         {Group::train, Group::tableOutput, Group::source, Group::scene, Group::compute},
         true,
         trainCommand},
        {"depth",
         "SCENE --layers N [--no-residual] [--no-layer-norm] [--trials T] [-o CSV]",
         "what gradient reaches the scores of each layer of a stack: a table",
         {Group::depth, Group::trials, Group::tableOutput, Group::source, Group::scene, Group::compute},
         true,
         depthCommand},
        {"cures",
         "SCENE [-o CSV]",
         "every known cure of saturation on this head, side by side: a table",
         {Group::tableOutput, Group::source, Group::scene, Group::compute},
         true,
         curesCommand},
        {"flow",
         "SCENE [-o CSV]",
         "how much gradient comes through each stage, with the scale and without: a table",
         {Group::tableOutput, Group::source, Group::scene, Group::compute},
         true,
         flowCommand},
        {"bench",
         "[--n LIST] [--d-k D] [--json]",
         "how fast this machine is, and how much of that is used",
         {Group::bench},
         false,
         benchCommand},
        {"devices", "", "the CPU and each OpenCL device, and why one is not usable", {}, false, devicesCommand},
        {"presets", "", "a line each: name, a tab, what it shows", {}, false, presetsCommand},
    };
    return all;
}

const Command* findCommand(std::string_view name) {
    const auto all = commands();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Command& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace softscope
