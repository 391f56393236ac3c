// Rows of numbers as the outline of steps, no more of them than there are pixels for.
#pragma once

#include "core/base/matrix.h"

#include <QList>
#include <QPointF>

#include <vector>

namespace softscope {

/// Step i is as high as heights[i] from edges[i] to edges[i + 1]: two points a step.
QList<QPointF> stepPoints(const std::vector<double>& edges, const std::vector<double>& heights);

/// One number a key, key j from j − ½ to j + ½; several keys a step where there are more than `mostSteps`.
struct KeySteps {
    QList<QPointF> points;
    Index keysAStep = 1; ///< each step is as high as the largest of so many keys
    Index notFinite = 0; ///< keys drawn as 0 because their number is NaN or infinite
};
KeySteps keySteps(const VectorF& values, Index mostSteps);

} // namespace softscope
