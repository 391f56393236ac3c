// Drawing → bytes of a file, with the scene's JSON inside.
#pragma once

#include "ui/export/drawing.h"

#include <QByteArray>

#include <stop_token>
#include <string>

namespace softscope {

/// Throws Error, Cancelled.
QByteArray pngBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, const std::stop_token& stop);
QByteArray svgBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, const std::stop_token& stop);
/// Throws Error: a page over 200 inches, which readers of PDF do not open; Cancelled.
QByteArray pdfBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, const std::stop_token& stop);

/// More cells than this become an enlarged image in SVG and PDF; fewer are shapes.
inline constexpr std::size_t mostVectorCells = 65'536;

/// How the scene is found again in each kind of file.
inline constexpr char pngKeyword[] = "softscope-scene";
inline constexpr char sceneNamespace[] = "urn:softscope:scene";

} // namespace softscope
