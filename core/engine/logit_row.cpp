#include "core/engine/logit_row.h"

#include <cmath>
#include <limits>

namespace softscope {

void logitsRow(const Head& head, const LogitOptions& options, Index i, KeyRange range, const float* scores, float* z) {
    constexpr float masked = -std::numeric_limits<float>::infinity();
    const Index n = range.end - range.begin;
    const float scale = static_cast<float>(options.scale);
#pragma omp simd
    for (Index j = 0; j < n; ++j)
        z[j] = scale * scores[j];
    if (options.softcap)
        softcapRow(z, n, static_cast<float>(*options.softcap));
    if (head.bias) {
        const float* const bias = &(*head.bias)(i, range.begin);
#pragma omp simd
        for (Index j = 0; j < n; ++j)
            z[j] = bias[j] == masked ? masked : z[j] + bias[j];
    }
    if (head.mask) {
        const bool* const mask = &(*head.mask)(i, range.begin);
#pragma omp simd
        for (Index j = 0; j < n; ++j)
            z[j] = mask[j] ? z[j] : masked;
    }
}

bool attends(const Head& head, const LogitOptions& options, Index i, Index j) {
    const KeyRange range = allowedKeys(options.masks, i, head.nQ(), head.nK());
    if (j < range.begin || j >= range.end || (head.mask && !(*head.mask)(i, j)))
        return false;
    return !head.bias || (*head.bias)(i, j) != -std::numeric_limits<float>::infinity();
}

void softcapRow(float* z, Index n, float cap) {
    for (Index j = 0; j < n; ++j)
        z[j] = static_cast<float>(cap * std::tanh(static_cast<double>(z[j]) / static_cast<double>(cap)));
}

void softcapSlope(const float* scores, Index n, double scale, double cap, float* slope) {
    const double factor = scale / cap;
    for (Index j = 0; j < n; ++j) {
        const double cosh = std::cosh(factor * static_cast<double>(scores[j]));
        slope[j] = static_cast<float>(1 / (cosh * cosh));
    }
}

} // namespace softscope
