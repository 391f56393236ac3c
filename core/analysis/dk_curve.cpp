#include "core/analysis/dk_curve.h"

#include "core/analysis/row_sums.h"
#include "core/analysis/score_distribution.h"
#include "core/analysis/visible_keys.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/head/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace softscope {

namespace {

constexpr std::array<Index, 11> sizes{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
constexpr Index blockKeys = 512;
constexpr Index mostChunks = 64;

/// Everything that the points share.
struct Plan {
    Index tokens = 0;
    std::vector<Index> rows;           ///< the queries that are looked at
    std::vector<LogitOptions> options; ///< two for each size: scaled, unscaled
    std::stop_token stop;
};

/// Sums of one chunk of keys: for each size, scaled then unscaled, one entry a row.
using Sums = std::vector<RowSums>;

std::size_t placeOf(const Plan& plan, std::size_t size, std::size_t unscaled, std::size_t row) {
    return (2 * size + unscaled) * plan.rows.size() + row;
}

Plan planOf(const Scene& scene, std::stop_token stop, Index mostRows) {
    Plan plan{scene.source.tokens, {}, {}, std::move(stop)};
    for (const Index dK : sizes) {
        for (const ScaleKind kind : {ScaleKind::sqrt, ScaleKind::none}) {
            Softmax softmax = scene.softmax;
            softmax.scale.kind = kind;
            plan.options.push_back(resolve(softmax, dK));
        }
    }
    // Masks are bands, so which rows see a key does not need the head.
    for (const Index i : evenlySpacedRows(plan.tokens, mostRows)) {
        const KeyRange range = allowedKeys(scene.softmax.masks, i, plan.tokens, plan.tokens);
        if (range.begin < range.end)
            plan.rows.push_back(i);
    }
    return plan;
}

VectorF inverseNorms(const Eigen::Ref<const MatrixF>& vectors) {
    VectorF norms = vectors.rowwise().norm();
    return norms.unaryExpr([](float norm) { return norm > 0 ? 1 / norm : 0.f; });
}

/// Adds one block of keys at one size. q [rows × d_k], k [count × d_k], the keys being [begin, begin + count).
void addBlock(const Plan& plan, std::size_t size, const Eigen::Ref<const MatrixF>& q,
              const Eigen::Ref<const MatrixF>& k, Index begin, Sums& sums) {
    MatrixF scores = q * k.transpose();
    if (plan.options.front().qkNorm)
        scores = (inverseNorms(q).asDiagonal() * scores * inverseNorms(k).asDiagonal()).eval();
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
            part *= float(options.scale);
            if (options.softcap)
                part = (part / float(*options.softcap)).tanh() * float(*options.softcap);
            sums[placeOf(plan, size, unscaled, r)].add(part);
        }
    }
}

/// All keys at the sizes [firstSize, lastSize). q [rows × widest]; keys(begin, count) gives [count × widest], of which
/// each size uses its first columns.
template <typename Keys>
void addKeys(const Plan& plan, std::size_t firstSize, std::size_t lastSize, const MatrixF& q, Keys&& keys, Sums& sums) {
    const Index blocks = (plan.tokens + blockKeys - 1) / blockKeys;
    const Index chunkBlocks = (blocks + mostChunks - 1) / mostChunks;
    std::vector<Sums> chunks(std::size_t((blocks + chunkBlocks - 1) / chunkBlocks), Sums(sums.size()));
    parallelFor(Index(chunks.size()), 0, plan.stop, [&](Index chunk) {
        const Index chunkEnd = std::min((chunk + 1) * chunkBlocks * blockKeys, plan.tokens);
        for (Index begin = chunk * chunkBlocks * blockKeys; begin < chunkEnd; begin += blockKeys) {
            if (plan.stop.stop_requested())
                throw Cancelled();
            const MatrixF k = keys(begin, std::min(blockKeys, chunkEnd - begin));
            for (std::size_t s = firstSize; s < lastSize; ++s)
                addBlock(plan, s, q.leftCols(sizes[s]), k.leftCols(sizes[s]), begin, chunks[std::size_t(chunk)]);
        }
    });
    for (const Sums& chunk : chunks) { // in order: the result does not depend on the number of threads
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i].add(chunk[i]);
    }
}

/// Nothing of the head but the vectors that are looked at, and of those a block at a time.
void addGaussian(const Plan& plan, const Source& source, Sums& sums) {
    MatrixF q(std::ssize(plan.rows), sizes.back());
    for (Index r = 0; r < q.rows(); ++r)
        fillGaussianBlock(q.middleRows(r, 1), source.seed, Stream::q, source.sigmaQ, plan.rows[std::size_t(r)], 0);
    addKeys(
        plan, 0, sizes.size(), q,
        [&](Index begin, Index count) {
            MatrixF keys(count, sizes.back());
            fillGaussianBlock(keys, source.seed, Stream::k, source.sigmaK, begin, 0);
            return keys;
        },
        sums);
}

void addHead(const Plan& plan, std::size_t firstSize, std::size_t lastSize, const Head& head, Sums& sums) {
    MatrixF q(Index(plan.rows.size()), head.dK());
    for (std::size_t r = 0; r < plan.rows.size(); ++r)
        q.row(Index(r)) = head.q.row(plan.rows[r]);
    addKeys(
        plan, firstSize, lastSize, q,
        [&](Index begin, Index count) { return MatrixF(head.k.middleRows(begin, count)); }, sums);
}

/// Fewer dimensions are the first columns of more (core/head/random.h), unless vectors were bent by hand: a norm and a
/// turn see all dimensions there are.
void addSource(const Plan& plan, const Scene& scene, HeadBuilder& builder, Sums& sums) {
    Source source = scene.source;
    source.dV = 1;
    const bool bent = std::any_of(scene.edits.begin(), scene.edits.end(), [&](const Edit& edit) {
        return edit.role == Role::q || edit.role == Role::k ||
               (edit.role == Role::x && source.kind == SourceKind::projection);
    });
    if (!bent && source.kind == SourceKind::gaussian) {
        addGaussian(plan, source, sums);
    } else if (!bent) {
        source.dK = sizes.back();
        addHead(plan, 0, sizes.size(), *builder.build(source, {}, 0, plan.stop), sums);
    } else {
        for (std::size_t s = 0; s < sizes.size(); ++s) {
            if (plan.stop.stop_requested())
                throw Cancelled();
            source.dK = sizes[s];
            addHead(plan, s, s + 1, *builder.build(source, scene.edits, 0, plan.stop), sums);
        }
    }
}

DkPoint meanPoint(const Plan& plan, std::size_t size, std::size_t unscaled, const Sums& sums) {
    DkPoint point;
    point.dK = double(sizes[size]);
    const auto mean = [&](double (RowSums::*quantity)() const) {
        double sum = 0;
        for (std::size_t r = 0; r < plan.rows.size(); ++r)
            sum += (sums[placeOf(plan, size, unscaled, r)].*quantity)();
        return sum / double(plan.rows.size());
    };
    point.effectiveTokens = mean(&RowSums::effectiveTokens);
    point.maxWeight = mean(&RowSums::maxWeight);
    point.frobenius = mean(&RowSums::frobenius);
    return point;
}

DkPoint theoryPoint(const Plan& plan, std::size_t size, std::size_t unscaled, const Source& source) {
    const LogitOptions& options = plan.options[2 * size + unscaled];
    Source resized = source;
    resized.dK = sizes[size];
    const double ofScores = options.qkNorm ? 1 / double(resized.dK) : theoreticalVariance(resized);
    double sum = 0;
    for (const Index i : plan.rows) {
        const KeyRange range = allowedKeys(options.masks, i, plan.tokens, plan.tokens);
        sum += theoreticalEffectiveTokens(double(range.end - range.begin), ofScores * options.scale * options.scale);
    }
    DkPoint point;
    point.dK = double(resized.dK);
    point.effectiveTokens = sum / double(plan.rows.size());
    return point;
}

} // namespace

double theoreticalEffectiveTokens(double n, double variance) {
    return variance < 2 * std::log(n) ? n * std::exp(-variance / 2) : 1;
}

DkCurve dkCurve(const Scene& scene, HeadBuilder& builder, std::stop_token stop, Index mostRows) {
    DkCurve curve;
    const SourceKind kind = scene.source.kind;
    curve.available = kind == SourceKind::gaussian || kind == SourceKind::projection;
    if (!curve.available)
        return curve;
    const Plan plan = planOf(scene, std::move(stop), mostRows);
    curve.rows = Index(plan.rows.size());
    curve.outOf = plan.tokens;
    if (plan.rows.empty())
        return curve;
    Sums sums(2 * sizes.size() * plan.rows.size());
    addSource(plan, scene, builder, sums);
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        curve.scaled.push_back(meanPoint(plan, s, 0, sums));
        curve.unscaled.push_back(meanPoint(plan, s, 1, sums));
        if (!scene.softmax.softcap) {
            curve.theoryScaled.push_back(theoryPoint(plan, s, 0, scene.source));
            curve.theoryUnscaled.push_back(theoryPoint(plan, s, 1, scene.source));
        }
    }
    return curve;
}

} // namespace softscope
