#include "app/commands.h"
#include "app/endings.h"
#include "app/figure_command.h"
#include "app/number_list.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/analysis/fresh_heads.h"
#include "core/analysis/phase.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/scene/limits.h"

namespace softscope {

namespace {

std::string tableOf(const PhaseMap& map, const ListOption& tokens, const ListOption& sizes) {
    std::string text = "tokens,d_k,scale,participation,participation_theory,effective_tokens_mean\n";
    for (const Index n : tokens.asGiven) {
        for (const Index dK : sizes.asGiven) {
            for (const std::size_t scale : {0, 1}) {
                const PhaseCell& cell = map.at(scale, tokens.placeOf(n), sizes.placeOf(dK));
                text.append(std::to_string(n)).append(",").append(std::to_string(dK));
                text.append(scale == 0 ? ",none" : ",sqrt");
                for (const double number : {cell.participation, cell.theory, cell.effectiveTokens}) {
                    text += ",";
                    appendNumber(text, number);
                }
                text += "\n";
            }
        }
    }
    return text;
}

} // namespace

void phaseCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    const bool picture = target != "-" && endingOf(target, {".csv", ".png"}) == ".png";
    const ListOption tokens = listOption(arguments, "--tokens", limits::tokens);
    const ListOption sizes = listOption(arguments, "--d-k", limits::dimension);
    const Scene scene = sceneOf(arguments);
    requireFresh(scene.source, "phase");
    const Compute compute = cpuOf(arguments, stop);
    const ProgressLine progress("drawing " + std::to_string(scene.sweep.trials) + " heads");
    PhaseRequest request{tokens.sorted, sizes.sorted, {{ScaleKind::none}, {ScaleKind::sqrt}}, scene.sweep.trials};
    request.theory = !picture;
    const PhaseMap map = phaseMap(scene, request, compute.threads, stop);
    if (picture)
        renderPhase(scene, map, target, stop);
    else
        writeFileAtomically(target, tableOf(map, tokens, sizes));
}

} // namespace softscope
