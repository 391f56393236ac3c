#include "core/engine/softmax_row.h"

#include "core/engine/secular.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace softscope {

namespace {

bool hasNan(std::span<const float> weights) {
    return std::any_of(weights.begin(), weights.end(), [](float weight) { return std::isnan(weight); });
}

} // namespace

double spectralNorm(std::span<const float> weights) {
    if (weights.empty() || hasNan(weights))
        return undefined;
    std::vector<float> others(weights.begin(), weights.end());
    const auto winner = std::max_element(others.begin(), others.end());
    const double largest = *winner;
    if (!(largest > 0))
        return undefined;
    *winner = 0;
    return secularRoot(others, 1 / largest);
}

void jacobianMatrix(std::span<const float> weights, Eigen::Ref<MatrixF> target) {
    const Index n = static_cast<Index>(weights.size());
    if (n == 0)
        return;
    const Eigen::Map<const VectorF> s(weights.data(), n);
    const Index winner = std::max_element(weights.begin(), weights.end()) - weights.begin();
    double others = 0;
    for (Index j = 0; j < n; ++j)
        others += j == winner ? 0.0 : static_cast<double>(s[j]);
    for (Index j = 0; j < n; ++j) {
        target.row(j) = -s[j] * s.transpose();
        target(j, j) = j == winner ? static_cast<float>(static_cast<double>(s[j]) * others) : s[j] * (1.F - s[j]);
    }
}

} // namespace softscope
