#include "app/commands.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "app/stats_json.h"
#include "core/io/atomic_file.h"

namespace softscope {

void statsCommand(const Arguments& arguments, const std::stop_token& stop) {
    const Subject subject = subjectOf(arguments, stop);
    const Compute& compute = subject.compute;
    std::string answer;
    {
        const ProgressLine progress("computing");
        Pass pass;
        pass.options = resolve(subject.scene.softmax, subject.head->dK());
        pass.spectral = true;
        pass.gradients = true;
        const Frame frame = evaluate(*subject.head, pass, compute);
        const Symmetry both = symmetry(*subject.head, pass.options, compute.threads, compute.stop);
        answer = statsJson(*subject.head, frame, both, arguments.has("--rows"));
    }
    subject.tellNotes();
    writeFileAtomically("-", answer);
}

} // namespace softscope
