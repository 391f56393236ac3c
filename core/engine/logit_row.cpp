#include "core/engine/logit_row.h"

#include "core/engine/exponential.h"

#include <cmath>
#include <limits>

namespace softscope {

void logitsRow(const Head& head, const LogitOptions& options, Index i, KeyRange range, const float* scores, float* z) {
    constexpr float masked = -std::numeric_limits<float>::infinity();
    const Index n = range.end - range.begin;
    const float scale =
        static_cast<float>(options.logLength ? rowScale(options, keysOfRow(head, i, range)) : options.scale);
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

Index keysOfRow(const Head& head, Index i, KeyRange range) {
    constexpr float masked = -std::numeric_limits<float>::infinity();
    Index keys = 0;
    for (Index j = range.begin; j < range.end; ++j)
        keys += (head.mask && !(*head.mask)(i, j)) || (head.bias && (*head.bias)(i, j) == masked) ? 0 : 1;
    return keys;
}

bool attends(const Head& head, const LogitOptions& options, Index i, Index j) {
    const KeyRange range = allowedKeys(options.masks, i, head.nQ(), head.nK());
    if (j < range.begin || j >= range.end || (head.mask && !(*head.mask)(i, j)))
        return false;
    return !head.bias || (*head.bias)(i, j) != -std::numeric_limits<float>::infinity();
}

// tanh y = (1 − e) / (1 + e) with e = exp(−2 |y|); where that cancels, the Taylor series, whose next term is below
// 2e-9.
void softcapRow(float* z, Index n, float cap) {
    constexpr float small = 0.35F;
    const float inverse = 1.F / cap;
#pragma omp simd
    for (Index j = 0; j < n; ++j) {
        const float y = z[j] * inverse, size = std::abs(y), square = y * y;
        const float e = expNotAbove(-2.F * size);
        const float large = std::copysign((1.F - e) / (1.F + e), y);
        float series = -8.8632355e-3F;
        series = series * square + 2.18694885e-2F;
        series = series * square - 5.39682540e-2F;
        series = series * square + 1.33333333e-1F;
        series = series * square - 3.33333333e-1F;
        series = series * (square * y) + y;
        z[j] = cap * (size < small ? series : large);
    }
}

// With e = exp(−2 |y|): 4 e / (1 + e)².
void softcapSlope(const float* scores, Index n, double scale, double cap, float* slope) {
    const float factor = static_cast<float>(scale / cap);
#pragma omp simd
    for (Index j = 0; j < n; ++j) {
        const float e = expNotAbove(-2.F * std::abs(factor * scores[j]));
        slope[j] = 4.F * e / ((1.F + e) * (1.F + e));
    }
}

} // namespace softscope
