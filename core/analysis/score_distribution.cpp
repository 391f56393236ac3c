#include "core/analysis/score_distribution.h"

#include "core/analysis/visible_keys.h"
#include "core/base/parallel.h"
#include "core/engine/row_kernels.h"

#include <array>
#include <cmath>
#include <span>

namespace softscope {

namespace {

constexpr Index leastRows = 8;
constexpr double mostBins = 48;

/// `vectors` as the scores use them: divided by their norm where they are of unit vectors.
MatrixF used(MatrixF vectors, bool unit) {
    for (Index i = 0; unit && i < vectors.rows(); ++i) {
        const float norm = vectors.row(i).stableNorm();
        if (norm > 0)
            vectors.row(i) /= norm;
    }
    return vectors;
}

/// The finite unmasked scores of a few rows; q holds their queries.
std::vector<float> scoresOf(const Head& head, const LogitOptions& options, std::span<const Index> rows,
                            const MatrixF& q, const MatrixF& k) {
    Index begin = head.nK(), end = 0, cells = 0;
    for (const Index i : rows) {
        const KeyRange range = allowedKeys(options.masks, i, head.nQ(), head.nK());
        if (range.end <= range.begin)
            continue;
        begin = std::min(begin, range.begin);
        end = std::max(end, range.end);
        cells += range.end - range.begin;
    }
    std::vector<float> values;
    if (cells == 0)
        return values;
    // One product for all rows pays unless they look at different places.
    const bool together = 4 * cells >= Index(rows.size()) * (end - begin);
    MatrixF scores;
    if (together)
        scores.noalias() = q * k.middleRows(begin, end - begin).transpose();
    values.reserve(std::size_t(cells));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        forEachVisibleKey(head, options, rows[r], [&](Index j) {
            const float score = together ? scores(Index(r), j - begin) : q.row(Index(r)).dot(k.row(j));
            if (std::isfinite(score))
                values.push_back(score);
        });
    }
    return values;
}

/// Of the rows given, row after row.
std::vector<float> scoresOf(const Head& head, const LogitOptions& options, const std::vector<Index>& rows) {
    const MatrixF unitK = options.qkNorm ? used(head.k, true) : MatrixF();
    const MatrixF& k = options.qkNorm ? unitK : head.k;
    constexpr Index block = 16;
    const Index count = Index(rows.size());
    std::vector<std::vector<float>> blocks(std::size_t((count + block - 1) / block));
    parallelFor(Index(blocks.size()), 0, {}, [&](Index b) {
        const std::span<const Index> some =
            std::span(rows).subspan(std::size_t(b * block), std::size_t(std::min(block, count - b * block)));
        MatrixF q(Index(some.size()), head.dK());
        for (std::size_t r = 0; r < some.size(); ++r)
            q.row(Index(r)) = head.q.row(some[r]);
        blocks[std::size_t(b)] = scoresOf(head, options, some, used(std::move(q), options.qkNorm), k);
    });
    std::vector<float> values;
    for (const std::vector<float>& some : blocks)
        values.insert(values.end(), some.begin(), some.end());
    return values;
}

/// m₄ / m₂² − 3 about the mean.
double excessKurtosisOf(const std::vector<float>& values, double mean, double variance) {
    double fourth = 0;
#pragma omp simd reduction(+ : fourth)
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double square = (double(values[i]) - mean) * (double(values[i]) - mean);
        fourth += square * square;
    }
    return variance > 0 ? fourth / double(values.size()) / (variance * variance) - 3 : undefined;
}

/// A round number no less than x > 0, so that the bins stay where they are while a slider moves.
double roundedUp(double x) {
    const double decade = std::pow(10.0, std::floor(std::log10(x)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (x <= step * decade)
            return step * decade;
    }
    return 10 * decade;
}

/// counts[b] of the values in [(first + b) · width, (first + b + 1) · width).
std::vector<double> countsOf(std::span<const float> values, double first, double width, std::size_t bins) {
    constexpr std::size_t block = 256;
    const double last = double(bins - 1);
    std::array<int, block> places{};
    std::vector<double> counts(bins);
    while (!values.empty()) {
        const std::span<const float> some = values.first(std::min(block, values.size()));
        values = values.subspan(some.size());
#pragma omp simd
        for (std::size_t i = 0; i < some.size(); ++i) {
            const double place = std::floor(double(some[i]) / width) - first;
            places[i] = int(place < 0 ? 0 : place > last ? last : place);
        }
        for (std::size_t i = 0; i < some.size(); ++i)
            counts[std::size_t(places[i])] += 1;
    }
    return counts;
}

void setBins(ScoreDistribution& d, const std::vector<float>& values, double low, double high) {
    // Rice's rule for the number of bins; equal scores get one bin of a visible width.
    const double bins = std::clamp(std::round(2 * std::cbrt(double(values.size()))), 1.0, mostBins);
    const double width = roundedUp(high > low ? (high - low) / bins : std::max(std::abs(low) / 8, 1.0));
    const double first = std::floor(low / width);
    const auto count = std::size_t(std::max(1.0, std::floor(high / width) - first + 1));
    d.edges.resize(count + 1);
    for (std::size_t b = 0; b <= count; ++b)
        d.edges[b] = (first + double(b)) * width;
    d.density = countsOf(values, first, width, count);
    for (double& share : d.density)
        share /= double(values.size()) * width;
}

} // namespace

ScoreDistribution scoreDistribution(const Head& head, const LogitOptions& options, double theoryVariance, Index most) {
    ScoreDistribution d;
    if (!std::isnan(theoryVariance))
        d.theoryVariance = options.qkNorm ? 1 / double(head.dK()) : theoryVariance;
    Index total = 0;
    for (Index i = 0; i < head.nQ(); ++i)
        total += visibleKeys(head, options, i);
    Index rows = head.nQ();
    if (total > most)
        rows = std::clamp(Index(double(most) * double(rows) / double(total)), std::min(leastRows, rows), rows);
    const std::vector<float> values = scoresOf(head, options, evenlySpacedRows(head.nQ(), rows));
    d.scores = Index(values.size());
    d.outOf = rows < head.nQ() ? total : d.scores;
    if (values.empty())
        return d;
    const Moments moments = momentsOf(values.data(), d.scores);
    d.mean = moments.mean;
    d.variance = moments.variance;
    d.excessKurtosis = excessKurtosisOf(values, d.mean, d.variance);
    setBins(d, values, moments.min, moments.max);
    return d;
}

} // namespace softscope
