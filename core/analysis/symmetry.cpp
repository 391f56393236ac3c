#include "core/analysis/summary.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr Index tileRows = 128;

/// Sums over pairs (a, b) about their means, which tiles can be merged from without cancellation (Chan et al. 1983).
struct PairMoments {
    double count = 0, meanA = 0, meanB = 0, aa = 0, bb = 0, ab = 0;

    void add(const PairMoments& other) {
        if (other.count == 0)
            return;
        const double total = count + other.count;
        const double deltaA = other.meanA - meanA, deltaB = other.meanB - meanB;
        const double weight = count * other.count / total;
        aa += other.aa + deltaA * deltaA * weight;
        bb += other.bb + deltaB * deltaB * weight;
        ab += other.ab + deltaA * deltaB * weight;
        meanA += deltaA * other.count / total;
        meanB += deltaB * other.count / total;
        count = total;
    }
};

struct Sums {
    PairMoments pairs;
    double squares = 0;     ///< Σ S_ij² over the tile and its mirror image
    double differences = 0; ///< Σ (S_ij − S_ji)² over the same cells

    void add(const Sums& other) {
        pairs.add(other.pairs);
        squares += other.squares;
        differences += other.differences;
    }
};

/// Rows [begin, begin + count) in double precision, divided by their norm where the scores are of unit vectors.
MatrixD rowsOf(const MatrixF& vectors, Index begin, Index count, bool unit) {
    MatrixD rows = vectors.middleRows(begin, count).cast<double>();
    for (Index i = 0; unit && i < count; ++i) {
        const double norm = rows.row(i).norm();
        if (norm > 0)
            rows.row(i) /= norm;
    }
    return rows;
}

/// `upper` is S at (i, j), `lower` the transpose of S at (j, i), both [a × b]; on the diagonal only i < j are pairs.
Sums sumsOf(const MatrixD& upper, const MatrixD& lower, bool diagonal) {
    Sums sums;
    sums.squares = upper.squaredNorm() + (diagonal ? 0.0 : lower.squaredNorm());
    sums.differences = (upper - lower).squaredNorm() * (diagonal ? 1 : 2);
    PairMoments& p = sums.pairs;
    const auto eachPair = [&](auto&& take) {
        for (Index i = 0; i < upper.rows(); ++i) {
            for (Index j = diagonal ? i + 1 : 0; j < upper.cols(); ++j)
                take(upper(i, j), lower(i, j));
        }
    };
    eachPair([&](double a, double b) {
        p.count += 1;
        p.meanA += a;
        p.meanB += b;
    });
    if (p.count == 0)
        return sums;
    p.meanA /= p.count;
    p.meanB /= p.count;
    eachPair([&](double a, double b) {
        p.aa += (a - p.meanA) * (a - p.meanA);
        p.bb += (b - p.meanB) * (b - p.meanB);
        p.ab += (a - p.meanA) * (b - p.meanB);
    });
    return sums;
}

/// The tiles of one band of rows, from the diagonal to the right, each with its mirror image.
Sums bandSums(const Head& head, bool unit, Index begin) {
    const Index n = head.nQ(), rows = std::min(tileRows, n - begin);
    const MatrixD q = rowsOf(head.q, begin, rows, unit), k = rowsOf(head.k, begin, rows, unit);
    Sums sums;
    for (Index other = begin; other < n; other += tileRows) {
        const Index cols = std::min(tileRows, n - other);
        const MatrixD upper = q * rowsOf(head.k, other, cols, unit).transpose();
        const MatrixD lower = k * rowsOf(head.q, other, cols, unit).transpose();
        sums.add(sumsOf(upper, lower, other == begin));
    }
    return sums;
}

} // namespace

Symmetry symmetry(const Head& head, const LogitOptions& options, int threads, const std::stop_token& stop) {
    Symmetry result;
    if (head.nQ() != head.nK())
        return result;
    // One slot a band, added in order: the result does not depend on the number of threads.
    std::vector<Sums> bands(std::size_t((head.nQ() + tileRows - 1) / tileRows));
    parallelFor(Index(bands.size()), threads, stop,
                [&](Index b) { bands[std::size_t(b)] = bandSums(head, options.qkNorm, b * tileRows); });
    Sums sums;
    for (const Sums& band : bands)
        sums.add(band);
    if (sums.squares > 0)
        result.asymmetry = std::sqrt(sums.differences / sums.squares);
    // Equal scores differ by rounding alone, and that correlates with nothing.
    const PairMoments& p = sums.pairs;
    constexpr double rounding = 1e-24;
    if (p.aa > rounding * p.count * p.meanA * p.meanA && p.bb > rounding * p.count * p.meanB * p.meanB)
        result.correlation = std::clamp(p.ab / (std::sqrt(p.aa) * std::sqrt(p.bb)), -1.0, 1.0);
    return result;
}

} // namespace softscope
