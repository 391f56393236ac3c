// Drawing → QPainter: an image or a PDF page.
#pragma once

#include "ui/export/drawing.h"

#include <QImage>

class QPainter;

namespace softscope {

/// Everything but the background and the grids.
void paintMarks(QPainter& painter, const Drawing& drawing);

/// The whole drawing as pixels. Throws Error where there is not enough memory for them.
QImage imageOf(const Drawing& drawing);

/// One pixel a cell.
QImage cellImage(const Grid& grid);

} // namespace softscope
