#include "app/figure_command.h"

#include "app/headless.h"
#include "ui/export/figure.h"
#include "ui/export/phase_figure.h"

#include <QGuiApplication>

#include <cstdio>

namespace softscope {

bool isFigureFile(const std::filesystem::path& file) {
    return isFigureEnding(file);
}

void renderFigure(const Scene& scene, HeadPointer head, const std::filesystem::path& file, const Compute& compute) {
    requireFigureEnding(file);
    Headless<QGuiApplication> application;
    const FigureContent content = figureContent(scene, std::move(head), compute);
    writeFigure(file, content, compute.stop);
    if (const QString note = leftOut(content); !note.isEmpty())
        std::fprintf(stderr, "softscope: %s\n", note.toUtf8().constData());
}

void renderPhase(const Scene& scene, const PhaseMap& map, const std::filesystem::path& file,
                 const std::stop_token& stop) {
    Headless<QGuiApplication> application;
    writePhaseFigure(file, scene, map, stop);
}

} // namespace softscope
