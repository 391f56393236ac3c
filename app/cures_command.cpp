#include "app/commands.h"
#include "app/endings.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/analysis/cures.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"

namespace softscope {

void curesCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    if (target != "-")
        endingOf(target, {".csv"});
    const Subject subject = subjectOf(arguments, stop);
    std::string text = "cure,effective_scale,effective_tokens_mean,saturated,grad_q_median,argmax_changed\n";
    {
        const ProgressLine progress("computing");
        for (const CureResult& one : compareCures(*subject.head, subject.scene.softmax, subject.compute)) {
            text.append(one.cure.name).append(",");
            appendNumber(text, one.effectiveScale);
            text += ",";
            appendNumber(text, one.effectiveTokens);
            text.append(",").append(std::to_string(one.saturated)).append(",");
            appendNumber(text, one.gradientMedian);
            text.append(",").append(std::to_string(one.argmaxChanged)).append("\n");
        }
    }
    subject.tellNotes();
    writeFileAtomically(target, text);
}

} // namespace softscope
