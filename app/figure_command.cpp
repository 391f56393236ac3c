#include "app/figure_command.h"

#include "app/headless.h"
#include "ui/export/figure.h"

#include <QGuiApplication>

namespace softscope {

bool isFigureFile(const std::filesystem::path& file) {
    return isFigureEnding(file);
}

void renderFigure(const Scene& scene, const std::filesystem::path& file, const Compute& compute) {
    requireFigureEnding(file);
    Headless<QGuiApplication> application;
    HeadBuilder builder;
    writeFigure(file, figureContent(scene, builder, compute), compute.stop);
}

} // namespace softscope
