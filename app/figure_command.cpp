#include "app/figure_command.h"

#include "app/headless.h"
#include "ui/export/figure.h"

#include <QGuiApplication>

namespace softscope {

bool isFigureFile(const std::filesystem::path& file) {
    return isFigureEnding(file);
}

void renderFigure(const Scene& scene, HeadPointer head, const std::filesystem::path& file, const Compute& compute) {
    requireFigureEnding(file);
    Headless<QGuiApplication> application;
    writeFigure(file, figureContent(scene, std::move(head), compute), compute.stop);
}

} // namespace softscope
