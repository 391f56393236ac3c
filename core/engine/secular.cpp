#include "core/engine/secular.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace softscope {

// λ solves Σ_j s_j / (s_j − λ) = 0 between the second largest weight and the largest. In units of the second largest,
// u_j = s_j / s_2 ≤ 1 for the others, R = s_1 / s_2 for the winner, λ = (1 + t) s_2:
//   Σ_others u_j / (t + 1 − u_j) = R / (R − 1 − t).
// F(t) = 1 / (left side) − 1 + (1 + t) / R has the same root, rises and is concave, so Newton's steps from any point
// left of the root never overshoot it. One term of the left side is 1 / t: F(t) ≤ t − 1 + (1 + t) / R, whose root is
// the first guess. A sink s_0, which the weights lack to 1, adds u_0 / (1 + t) to the left side: from λmax's equation
// Σ s_j² / (s_j − λ) = 1 with Σ s_j = 1 − s_0. It is one more such term and changes none of this. Nothing cancels: λ is
// at least s_2, so t matters only to the absolute precision of 1 + t.
double secularRoot(std::span<const float> others, double ratio, double sink) {
    float largest = 0;
    for (const float value : others)
        largest = std::max(largest, value);
    if (!(largest > 0))
        return sink / (1 + sink * ratio); // one weight w = 1 / ratio: w s_0 / (w + s_0)
    const double second = largest;
    const double inverse = std::min(1.0, second * ratio); // 1 / R
    double t = (1 - inverse) / (1 + inverse);
    if (t <= 0)
        return second;
    const double one = 1 / second, rest = sink * one;
    constexpr int mostSteps = 60;
    for (int step = 0; step < mostSteps; ++step) {
        const double top = 1 + t;
        double sum = rest / top, slope = sum / top;
        const std::size_t n = others.size();
#pragma omp simd reduction(+ : sum, slope)
        for (std::size_t j = 0; j < n; ++j) {
            const double u = static_cast<double>(others[j]) * one;
            const double reciprocal = 1 / ((1 - u) + t);
            const double term = u * reciprocal;
            sum += term;
            slope += term * reciprocal;
        }
        const double value = 1 / sum - 1 + top * inverse;
        const double change = -value / (slope / (sum * sum) + inverse);
        t += std::max(change, 0.0);
        if (!(change > 1e-9 * top))
            break;
    }
    return second * (1 + t);
}

} // namespace softscope
