// FigureContent → Drawing.
#pragma once

#include "core/render/picture.h"
#include "ui/export/drawing.h"
#include "ui/export/figure.h"
#include "ui/export/figure_layout.h"

namespace softscope {

Drawing drawFigure(const FigureContent& content);

/// The labels along the rows or under the columns, thinned until they do not touch.
void drawRowLabels(Drawing& drawing, const FigureLayout& layout, const Map& map);
void drawColumnLabels(Drawing& drawing, const FigureLayout& layout, const Map& map);

/// Colours, ticks, clipped ends and name of the colour bar.
void drawColorBar(Drawing& drawing, const FigureLayout& layout, const Picture& picture, const QString& name);

namespace ink {
inline const QColor text(0x1b, 0x1b, 0x1d);
inline const QColor muted(0x58, 0x58, 0x5e);
inline const QColor rule(0x9a, 0x9a, 0x9f);
inline const QColor hatch(0x80, 0x80, 0x80);
} // namespace ink

} // namespace softscope
