// The line that stands at the present d_k in a chart.
#pragma once

#include "core/base/matrix.h"
#include "ui/charts/axis_range.h"

#include <QRectF>

class QPainter;
class QWidget;

namespace softscope {

/// At pixel x of the plot, with its number beside it, on the side that has room.
void paintDKMark(QPainter& painter, const QWidget& chart, Index dK, const QRectF& plot, double x);

/// 10^low … 10^high at low … high; powers of ten written with superscripts.
std::vector<AxisTick> powerTicks(int low, int high);

} // namespace softscope
