#include "core/analysis/dk_curve.h"

#include "core/analysis/dk_keys.h"
#include "core/analysis/score_distribution.h"
#include "core/analysis/summary.h"
#include "core/base/parallel.h"
#include "core/engine/logit_row.h"

#include <cmath>
#include <utility>

namespace softscope {

namespace {

/// Adds one block of keys at one size. q [rows × d_k], k [count × d_k], the keys being [begin, begin + count).
void addBlock(const DkPlan& plan, std::size_t size, const Eigen::Ref<const MatrixF>& q,
              const Eigen::Ref<const MatrixF>& k, Index begin, DkSums& sums) {
    const MatrixF scores = dkScores(plan, q, k);
    Eigen::ArrayXf logits(k.rows());
    for (std::size_t r = 0; r < plan.rows.size(); ++r) {
        for (const std::size_t unscaled : {0, 1}) {
            const LogitOptions& options = plan.options[2 * size + unscaled];
            const KeyRange range = allowedKeys(options.masks, plan.rows[r], plan.tokens, plan.tokens);
            const Index first = std::max(range.begin, begin), last = std::min(range.end, begin + k.rows());
            if (first >= last)
                break;
            auto part = logits.head(last - first);
            part = scores.row(Index(r)).segment(first - begin, last - first).transpose().array();
            part *= float(rowScale(options, range.end - range.begin));
            if (options.softcap)
                softcapRow(part.data(), part.size(), float(*options.softcap));
            DkRow& row = sums[plan.placeOf(size, unscaled, r)];
            Index best = 0;
            if (const float highest = part.maxCoeff(&best); highest > row.highest) {
                row.highest = highest;
                row.winner = first + best;
            }
            row.sums.add(part);
        }
    }
}

/// All keys at the sizes of `keys`.
void addKeys(const DkPlan& plan, const DkKeys& keys, DkSums& sums) {
    constexpr Index mostChunks = 64;
    const DkChunks chunks(plan.tokens, mostChunks);
    std::vector<DkSums> parts(static_cast<std::size_t>(chunks.count), DkSums(sums.size()));
    parallelFor(chunks.count, 0, plan.stop, [&](Index chunk) {
        chunks.forEachBlock(chunk, plan.stop, [&](Index begin, Index count) {
            const MatrixF k = keys.k(begin, count);
            for (std::size_t size = keys.firstSize; size < keys.lastSize; ++size) {
                const Index dK = dkSizes[size];
                addBlock(plan, size, keys.q.leftCols(dK), k.leftCols(dK), begin, parts[std::size_t(chunk)]);
            }
        });
    });
    for (const DkSums& part : parts) { // in order: the result does not depend on the number of threads
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i].sums.add(part[i].sums);
            if (part[i].highest > sums[i].highest) {
                sums[i].highest = part[i].highest;
                sums[i].winner = part[i].winner;
            }
        }
    }
    if (const std::optional<double>& sink = plan.options.front().sink)
        for (std::size_t i = plan.placeOf(keys.firstSize, 0, 0); i < plan.placeOf(keys.lastSize, 0, 0); ++i)
            sums[i].sums.addSink(*sink);
}

DkPoint meanPoint(const DkPlan& plan, std::size_t size, std::size_t unscaled, const DkSums& sums) {
    DkPoint point;
    point.dK = double(dkSizes[size]);
    const auto mean = [&](double (RowSums::*quantity)() const) {
        double sum = 0;
        for (std::size_t r = 0; r < plan.rows.size(); ++r)
            sum += (sums[plan.placeOf(size, unscaled, r)].sums.*quantity)();
        return sum / double(plan.rows.size());
    };
    point.effectiveTokens = mean(&RowSums::effectiveTokens);
    point.maxWeight = mean(&RowSums::maxWeight);
    point.frobenius = mean(&RowSums::frobenius);
    return point;
}

void setGradient(const DkPlan& plan, std::size_t size, std::size_t unscaled, const std::vector<double>& norms,
                 DkPoint& point) {
    const auto begin = norms.begin() + static_cast<std::ptrdiff_t>(plan.placeOf(size, unscaled, 0));
    const std::vector<double> rows(begin, begin + static_cast<std::ptrdiff_t>(plan.rows.size()));
    double squares = 0;
    for (const double norm : rows)
        squares += norm * norm;
    point.gradientRms = std::sqrt(squares / double(rows.size()));
    point.gradientMedian = distribution(rows).median;
}

DkPoint theoryPoint(const DkPlan& plan, std::size_t size, std::size_t unscaled, const Source& source) {
    const LogitOptions& options = plan.options[2 * size + unscaled];
    const double variance = theoreticalLogitVariance(source, options, dkSizes[size]);
    double sum = 0;
    for (const Index i : plan.rows) {
        const KeyRange range = allowedKeys(options.masks, i, plan.tokens, plan.tokens);
        sum += theoreticalEffectiveTokens(double(range.end - range.begin), variance);
    }
    DkPoint point;
    point.dK = double(dkSizes[size]);
    point.effectiveTokens = sum / double(plan.rows.size());
    return point;
}

} // namespace

DkCurve dkCurve(const Scene& scene, HeadBuilder& builder, std::stop_token stop, Index mostRows, bool gradient) {
    DkCurve curve;
    const SourceKind kind = scene.source.kind;
    curve.available = kind == SourceKind::gaussian || kind == SourceKind::projection;
    if (!curve.available)
        return curve;
    const DkPlan plan = dkPlan(scene, std::move(stop), mostRows);
    curve.rows = Index(plan.rows.size());
    curve.outOf = plan.tokens;
    if (plan.rows.empty())
        return curve;
    DkSums sums(2 * dkSizes.size() * plan.rows.size());
    std::vector<double> norms(gradient ? sums.size() : 0);
    forEachDkKeys(plan, scene, builder, gradient, [&](const DkKeys& keys) {
        addKeys(plan, keys, sums);
        if (gradient)
            dkGradients(plan, keys, sums, norms);
    });
    for (std::size_t s = 0; s < dkSizes.size(); ++s) {
        curve.scaled.push_back(meanPoint(plan, s, 0, sums));
        curve.unscaled.push_back(meanPoint(plan, s, 1, sums));
        if (!scene.softmax.softcap && !scene.softmax.logLength && !scene.softmax.sink) {
            curve.theoryScaled.push_back(theoryPoint(plan, s, 0, scene.source));
            curve.theoryUnscaled.push_back(theoryPoint(plan, s, 1, scene.source));
        }
        if (gradient) {
            setGradient(plan, s, 0, norms, curve.scaled.back());
            setGradient(plan, s, 1, norms, curve.unscaled.back());
        }
    }
    return curve;
}

} // namespace softscope
