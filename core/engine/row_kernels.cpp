#include "core/engine/row_kernels.h"

#include "core/engine/exponential.h"
#include "core/engine/secular.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float least = leastExponent;

/// Numbers are added in float in runs of this many, some 16 to a lane, and the runs in double: a rounding of 1e-7 where
/// 1e-5 is asked for, at half the cost.
constexpr Index run = 256;

struct Sums {
    double e = 0, squares = 0, cubes = 0, moment = 0;
};

template <bool store>
Sums expSums(const float* z, Index n, float shift, float* e) {
    Sums sums;
    for (Index begin = 0; begin < n; begin += run) {
        const Index end = std::min(begin + run, n);
        float first = 0, second = 0, third = 0, moment = 0;
#pragma omp simd reduction(+ : first, second, third, moment)
        for (Index j = begin; j < end; ++j) {
            const float d = z[j] - shift;
            const float x = expNotAbove(d);
            if constexpr (store)
                e[j] = x;
            const float square = x * x;
            first += x;
            second += square;
            third += square * x;
            moment += x * (d < least ? least : d); // not 0 · −inf
        }
        sums.e += static_cast<double>(first);
        sums.squares += static_cast<double>(second);
        sums.cubes += static_cast<double>(third);
        sums.moment += static_cast<double>(moment);
    }
    return sums;
}

struct Extremes {
    float high = -infinity, low = infinity;
};

Extremes extremes(const float* z, Index n) {
    float high = -infinity, low = infinity;
#pragma omp simd reduction(max : high) reduction(min : low)
    for (Index j = 0; j < n; ++j) {
        high = z[j] > high ? z[j] : high;
        low = z[j] < low ? z[j] : low;
    }
    return {high, low};
}

Index countKeys(const float* z, Index n) {
    Index masked = 0;
    for (Index j = 0; j < n; ++j)
        masked += z[j] == -infinity;
    return n - masked;
}

/// A row without a softmax: no key at all, or a NaN or +inf among the logits.
RowSoftmax undefinedRow(const float* z, Index n, Index keys, float* e) {
    RowSoftmax row;
    row.keys = keys;
    row.valid = keys == 0;
    for (Index j = 0; e && j < n; ++j)
        e[j] = z[j] == -infinity ? 0.F : std::numeric_limits<float>::quiet_NaN();
    return row;
}

/// About the first number, which counts, in double: it may be far from all others. masks: cells where z is −inf are
/// left out.
template <bool masks>
Moments momentsOf(const float* x, const float* z, Index n) {
    const float origin = x[0];
    double sum = 0, squares = 0;
    float high = -infinity, low = infinity;
    Index count = 0;
    for (Index begin = 0; begin < n; begin += run) {
        const Index end = std::min(begin + run, n);
        double part = 0, partSquares = 0;
        int taken = 0;
#pragma omp simd reduction(+ : part, partSquares, taken) reduction(max : high) reduction(min : low)
        for (Index j = begin; j < end; ++j) {
            const bool counts = !masks || z[j] != -infinity;
            const float value = counts ? x[j] : origin;
            const double d = static_cast<double>(value) - static_cast<double>(origin);
            part += d;
            partSquares += d * d;
            taken += counts ? 1 : 0;
            high = value > high ? value : high;
            low = value < low ? value : low;
        }
        sum += part;
        squares += partSquares;
        count += taken;
    }
    const double size = static_cast<double>(count);
    Moments result{count, static_cast<double>(origin) + sum / size, std::max(0.0, (squares - sum * sum / size) / size),
                   low, high};
    if (std::isnan(sum))
        result.mean = result.variance = result.min = result.max = undefined;
    return result;
}

} // namespace

float highest(const float* z, Index n) {
    float high = -infinity;
#pragma omp simd reduction(max : high)
    for (Index j = 0; j < n; ++j)
        high = z[j] > high ? z[j] : high;
    return high;
}

Index firstEqual(const float* z, Index n, float value) {
    constexpr Index step = 64;
    Index begin = 0;
    for (; begin + step <= n; begin += step) {
        int found = 0;
#pragma omp simd reduction(| : found)
        for (Index j = begin; j < begin + step; ++j)
            found |= z[j] == value;
        if (found)
            break;
    }
    while (begin < n && z[begin] != value)
        ++begin;
    return begin;
}

RowStatistics RowSoftmax::statistics() const {
    RowStatistics result;
    result.keys = keys;
    if (keys == 0 || !valid)
        return result;
    const double square = total * total;
    result.argmax = argmax;
    result.maxWeight = 1 / total;
    result.entropy = std::log1p(others) - moment / total;
    result.participation = participation();
    // Σ s_j² ((1 − s_j)² + Σ_{k≠j} s_k²): the winner's part, then that of the others.
    const double winnerPart = winning() * (others * others + squares);
    const double othersPart = squares * (square + winning() + squares) - 2 * total * cubes;
    result.frobenius = std::sqrt(winnerPart + othersPart) / square;
    return result;
}

RowSoftmax softmaxRow(float* z, Index n, float* e) {
    const auto [high, low] = extremes(z, n);
    const Index keys = low == -infinity || high == -infinity ? countKeys(z, n) : n;
    if (keys == 0 || !(std::abs(high) < infinity))
        return undefinedRow(z, n, keys, e);

    RowSoftmax row;
    row.keys = keys;
    row.winner = row.argmax = firstEqual(z, n, high);
    // The others are taken relative to the largest of them, so that no square or cube that matters leaves float's range
    // however far ahead the winner is.
    z[row.winner] = -infinity;
    const float second = highest(z, n);
    row.shift = second > -infinity ? second : high;
    const Sums sums = e ? expSums<true>(z, n, row.shift, e) : expSums<false>(z, n, row.shift, nullptr);
    z[row.winner] = high;
    if (std::isnan(sums.e))
        return undefinedRow(z, n, keys, e);
    const double gap = static_cast<double>(row.shift) - static_cast<double>(high);
    row.ratio = std::exp(gap);
    row.others = sums.e * row.ratio;
    row.squares = sums.squares * row.ratio * row.ratio;
    row.cubes = sums.cubes * row.ratio * row.ratio * row.ratio;
    row.moment = (sums.moment + sums.e * gap) * row.ratio;
    row.total = 1 + row.others;
    row.unit = row.ratio / row.total;
    return row;
}

// The sums of the keys stay as they are, so that they keep their digits however large the sink is.
RowSoftmax softmaxRow(float* z, Index n, float* e, const std::optional<double>& sink) {
    RowSoftmax row = softmaxRow(z, n, e);
    if (!sink || !row.defined())
        return row;
    const double high = static_cast<double>(z[row.winner]), gap = *sink - high;
    if (gap <= 0) {
        const double x = std::exp(gap);
        row.others += x;
        row.moment += x * gap;
        row.total = 1 + row.others;
        row.unit = row.ratio / row.total;
        row.sink = x / row.total;
        return row;
    }
    // The sink wins, and the best key is one of the others.
    const double x = std::exp(-gap), keys = 1 + row.others;
    row.shift = z[row.winner];
    row.winner = -1;
    row.ratio = x;
    row.others = keys * x;
    row.squares = (1 + row.squares) * x * x;
    row.cubes = (1 + row.cubes) * x * x * x;
    row.moment = (row.moment - keys * gap) * x;
    row.total = 1 + row.others;
    row.unit = row.ratio / row.total;
    row.sink = 1 / row.total;
    if (e)
        expRow(z, n, row.shift, e);
    return row;
}

void expRow(const float* z, Index n, float shift, float* e) {
#pragma omp simd
    for (Index j = 0; j < n; ++j)
        e[j] = expNotAbove(z[j] - shift);
}

void othersValues(MapName map, const RowSoftmax& row, const float* e, Index n, float* target) {
    if (!row.valid) {
        std::copy(e, e + n, target);
        return;
    }
    const float unit = static_cast<float>(row.unit);
    if (map == MapName::weights) {
#pragma omp simd
        for (Index j = 0; j < n; ++j)
            target[j] = e[j] * unit;
    } else if (map == MapName::jacobianDiagonal) {
#pragma omp simd
        for (Index j = 0; j < n; ++j) {
            const float s = e[j] * unit;
            target[j] = s * (1.F - s);
        }
    } else {
        // (1 − s_j)² + Σ_{k≠j} s_k² = 1 + Σ s² − 2 s_j, at least ½ because s_j ≤ ½.
        const float one = static_cast<float>(1 + row.participation());
#pragma omp simd
        for (Index j = 0; j < n; ++j) {
            const float s = e[j] * unit;
            target[j] = s * std::sqrt(one - 2.F * s);
        }
    }
}

float winnerValue(MapName map, const RowSoftmax& row) {
    if (map == MapName::weights)
        return static_cast<float>(1 / row.total);
    if (map == MapName::jacobianDiagonal)
        return static_cast<float>(row.others / (row.total * row.total));
    return static_cast<float>(std::sqrt(row.others * row.others + row.squares) / (row.total * row.total));
}

void softmaxBackward(const RowSoftmax& row, const float* weights, const float* z, Index n, const double* dP,
                     float* gradient) {
    const double winning = row.winner < 0 ? 0.0 : dP[row.winner];
    double mean = -winning * row.sink;
#pragma omp simd reduction(+ : mean)
    for (Index j = 0; j < n; ++j) {
        const double d = z[j] == -infinity ? 0.0 : dP[j] - winning; // a masked key's dP may be NaN
        mean += static_cast<double>(weights[j]) * d;
    }
    for (Index j = 0; j < n; ++j) {
        const double d = dP[j] - winning - mean;
        gradient[j] = z[j] == -infinity ? 0.F : static_cast<float>(static_cast<double>(weights[j]) * d);
    }
    if (row.winner >= 0)
        gradient[row.winner] = static_cast<float>(-mean / row.total);
}

double spectralOf(const RowSoftmax& row, float* e, Index n) {
    if (!row.defined())
        return undefined;
    const std::span<const float> others(e, static_cast<std::size_t>(n));
    if (row.sink == 0)
        return secularRoot(others, row.ratio) * row.unit;
    const double sink = row.sink / row.unit;
    if (!std::isfinite(sink))
        return 0; // no key has a weight that double can tell from 0
    if (row.winner >= 0)
        return secularRoot(others, row.ratio, sink) * row.unit;
    const float best = std::exchange(e[row.argmax], 0.F);
    const double root = secularRoot(others, 1 / static_cast<double>(best), sink);
    e[row.argmax] = best;
    return root * row.unit;
}

Moments momentsOf(const float* x, Index n) {
    Moments result = n > 0 ? momentsOf<false>(x, x, n) : Moments();
    return result.min > -infinity ? result : momentsOf(x, x, n);
}

Moments momentsOf(const float* x, const float* z, Index n) {
    Index first = 0;
    while (first < n && z[first] == -infinity)
        ++first;
    return first == n ? Moments() : momentsOf<true>(x + first, z + first, n - first);
}

Moments merged(const Moments& a, const Moments& b) {
    if (a.count == 0)
        return b;
    if (b.count == 0)
        return a;
    if (std::isnan(a.mean) || std::isnan(b.mean))
        return {a.count + b.count, undefined, undefined, undefined, undefined};
    const double na = static_cast<double>(a.count), nb = static_cast<double>(b.count), n = na + nb;
    const double delta = b.mean - a.mean;
    return {a.count + b.count, a.mean + delta * (nb / n),
            (a.variance * na + b.variance * nb + delta * delta * (na * nb / n)) / n, std::min(a.min, b.min),
            std::max(a.max, b.max)};
}

} // namespace softscope
