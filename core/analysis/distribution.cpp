#include "core/analysis/summary.h"

#include <algorithm>
#include <cmath>

namespace softscope {

double quantile(std::vector<double>& values, double share) {
    const double place = share * double(values.size() - 1);
    const auto below = values.begin() + std::ptrdiff_t(place);
    std::nth_element(values.begin(), below, values.end());
    const double fraction = place - std::floor(place);
    if (fraction == 0)
        return *below;
    const double above = *std::min_element(below + 1, values.end());
    return std::lerp(*below, above, fraction);
}

Distribution distribution(std::vector<double> values) {
    std::erase_if(values, [](double x) { return !std::isfinite(x); });
    Distribution d;
    if (values.empty())
        return d;
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    d.min = *least;
    d.max = *largest;
    double sum = 0;
    for (const double x : values)
        sum += x;
    d.mean = std::clamp(sum / double(values.size()), d.min, d.max);
    d.median = quantile(values, 0.5);
    d.p95 = quantile(values, 0.95);
    return d;
}

} // namespace softscope
