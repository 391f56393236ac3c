#include "app/commands.h"
#include "app/endings.h"
#include "app/figure_command.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/io/map_file.h"
#include "core/scene/words.h"

namespace softscope {

void renderCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.output();
    // Standard output has no ending: the numbers as text.
    const bool figure = target != "-" && isFigureFile(target);
    const std::string ending = target == "-" ? ".csv"
                               : figure      ? ""
                                             : endingOf(target, {".png", ".svg", ".pdf", ".npy", ".csv"});
    const Subject subject = subjectOf(arguments, stop);
    const MapName map = subject.scene.figure.place.map;
    {
        const ProgressLine progress("rendering " + std::string(wordOf(map)));
        if (figure)
            renderFigure(subject.scene, subject.head, target, subject.compute);
        else
            writeMap(target, ending == ".npy" ? NumberFormat::npy : NumberFormat::csv, *subject.head,
                     resolve(subject.scene.softmax, subject.head->dK()), map, subject.scene.selection.row,
                     subject.compute);
    }
    subject.tellNotes();
}

} // namespace softscope
