#include "app/commands.h"
#include "app/endings.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/analysis/gradient_flow.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"

namespace softscope {

void flowCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    if (target != "-")
        endingOf(target, {".csv"});
    const Subject subject = subjectOf(arguments, stop);
    std::string text = "stage,scale,median,rms\n";
    {
        const ProgressLine progress("computing");
        const GradientFlow flow = gradientFlow(*subject.head, subject.scene.softmax, subject.compute);
        for (std::size_t stage = 0; stage < flow.scaled.size(); ++stage) {
            for (const bool scaled : {false, true}) {
                const FlowBar& bar = (scaled ? flow.scaled : flow.unscaled)[stage];
                text.append(wordOf(bar.stage)).append(scaled ? ",sqrt," : ",none,");
                appendNumber(text, bar.median);
                text += ",";
                appendNumber(text, bar.rms);
                text += "\n";
            }
        }
    }
    subject.tellNotes();
    writeFileAtomically(target, text);
}

} // namespace softscope
