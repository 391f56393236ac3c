// A figure: one map with title, axes, labels and colour bar, as PNG, SVG or PDF, with its Scene inside.
#pragma once

#include "core/engine/evaluate.h"
#include "core/head/build.h"
#include "core/scene/scene.h"

#include <QImage>
#include <QString>

#include <filesystem>
#include <optional>
#include <stop_token>

namespace softscope {

/// All that drawing needs; made away from the GUI thread.
struct FigureContent {
    Scene scene; ///< embedded in the file; scene.figure says what is drawn
    HeadPointer head;
    Map map; ///< of scene.figure.place.map and scene.view.region, pooled to what the picture can show
    LogitOptions options;
};

/// Builds, evaluates. Throws Error, Cancelled.
FigureContent figureContent(const Scene& scene, HeadBuilder& builder, const Compute& compute = {});
/// The same of a head that is already built from the scene.
FigureContent figureContent(const Scene& scene, HeadPointer head, const Compute& compute = {});

/// What a small picture leaves out, in a sentence; empty where it has everything.
QString leftOut(const FigureContent& content);

/// The picture alone, for the preview and the clipboard; needs a QGuiApplication.
QImage figureImage(const FigureContent& content);

/// By the file's ending: .png .svg .pdf. Atomic. Throws Error, Cancelled; UsageError for another ending.
void writeFigure(const std::filesystem::path& file, const FigureContent& content, const std::stop_token& stop = {});
/// .png, .svg or .pdf, in capitals too.
bool isFigureEnding(const std::filesystem::path& file);
/// Throws the UsageError for an ending that is not .png, .svg or .pdf: to be asked before any work.
void requireFigureEnding(const std::filesystem::path& file);

/// The Scene inside a figure by us. Empty: not a PNG, SVG or PDF at all. Throws Error: a picture without our scene, a
/// scene that cannot be read.
std::optional<Scene> sceneInFigure(const std::filesystem::path& file);

} // namespace softscope
