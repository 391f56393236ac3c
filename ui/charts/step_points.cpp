#include "ui/charts/step_points.h"

#include <algorithm>
#include <cmath>

namespace softscope {

QList<QPointF> stepPoints(const std::vector<double>& edges, const std::vector<double>& heights) {
    QList<QPointF> points;
    points.reserve(2 * qsizetype(heights.size()));
    for (std::size_t i = 0; i < heights.size(); ++i) {
        points.append({edges[i], heights[i]});
        points.append({edges[i + 1], heights[i]});
    }
    return points;
}

KeySteps keySteps(const VectorF& values, Index mostSteps) {
    KeySteps steps;
    const Index n = values.size();
    steps.keysAStep = std::max<Index>(1, (n + mostSteps - 1) / std::max<Index>(mostSteps, 1));
    steps.points.reserve(2 * qsizetype((n + steps.keysAStep - 1) / steps.keysAStep));
    for (Index begin = 0; begin < n; begin += steps.keysAStep) {
        const Index end = std::min(begin + steps.keysAStep, n);
        float largest = 0;
        for (Index j = begin; j < end; ++j) {
            if (std::isfinite(values[j]))
                largest = std::max(largest, values[j]);
            else
                ++steps.notFinite;
        }
        steps.points.append({double(begin) - 0.5, double(largest)});
        steps.points.append({double(end) - 0.5, double(largest)});
    }
    return steps;
}

} // namespace softscope
