#include "core/analysis/dk_keys.h"

#include "core/analysis/visible_keys.h"
#include "core/head/random.h"

#include <utility>

namespace softscope {

namespace {

VectorF inverseNorms(const Eigen::Ref<const MatrixF>& vectors) {
    VectorF norms = vectors.rowwise().norm();
    return norms.unaryExpr([](float norm) { return norm > 0 ? 1 / norm : 0.f; });
}

/// Nothing of the head but the vectors that are looked at, and of those a block at a time.
DkKeys gaussianKeys(const DkPlan& plan, const Source& source) {
    DkKeys keys{0, dkSizes.size(), MatrixF(std::ssize(plan.rows), dkSizes.back()), {}, {}, source.dV};
    for (Index r = 0; r < keys.q.rows(); ++r)
        fillGaussianBlock(keys.q.middleRows(r, 1), source.seed, Stream::q, source.sigmaQ, plan.rows[std::size_t(r)], 0);
    const auto block = [source](Stream stream, double sigma, Index columns) {
        return [=](Index begin, Index count) {
            MatrixF rows(count, columns);
            fillGaussianBlock(rows, source.seed, stream, sigma, begin, 0);
            return rows;
        };
    };
    keys.k = block(Stream::k, source.sigmaK, dkSizes.back());
    keys.v = block(Stream::v, 1, source.dV.value_or(dkSizes.back()));
    return keys;
}

DkKeys headKeys(const DkPlan& plan, std::size_t firstSize, std::size_t lastSize, const HeadPointer& head,
                const std::optional<Index>& dV) {
    DkKeys keys{firstSize, lastSize, MatrixF(std::ssize(plan.rows), head->dK()), {}, {}, dV};
    for (std::size_t r = 0; r < plan.rows.size(); ++r)
        keys.q.row(Index(r)) = head->q.row(plan.rows[r]);
    keys.k = [head](Index begin, Index count) { return MatrixF(head->k.middleRows(begin, count)); };
    keys.v = [head](Index begin, Index count) { return MatrixF(head->v.middleRows(begin, count)); };
    return keys;
}

/// Fewer dimensions are not simply the first columns of more: a norm and a turn see all dimensions there are.
bool isBent(const Scene& scene, bool values) {
    return std::any_of(scene.edits.begin(), scene.edits.end(), [&](const Edit& edit) {
        return edit.role == Role::q || edit.role == Role::k || (edit.role == Role::v && values) ||
               (edit.role == Role::x && scene.source.kind == SourceKind::projection);
    });
}

} // namespace

DkPlan dkPlan(const Scene& scene, std::stop_token stop, Index mostRows) {
    DkPlan plan{scene.source.tokens, {}, {}, std::move(stop)};
    for (const Index dK : dkSizes) {
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

void forEachDkKeys(const DkPlan& plan, const Scene& scene, HeadBuilder& builder, bool values,
                   const std::function<void(const DkKeys&)>& take) {
    Source source = scene.source;
    if (!values)
        source.dV = 1;
    const bool bent = isBent(scene, values);
    if (!bent && source.kind == SourceKind::gaussian) {
        take(gaussianKeys(plan, source));
    } else if (!bent) {
        source.dK = dkSizes.back();
        take(headKeys(plan, 0, dkSizes.size(), builder.build(source, {}, 0, plan.stop), source.dV));
    } else {
        for (std::size_t size = 0; size < dkSizes.size(); ++size) {
            if (plan.stop.stop_requested())
                throw Cancelled();
            source.dK = dkSizes[size];
            take(headKeys(plan, size, size + 1, builder.build(source, scene.edits, 0, plan.stop), source.dV));
        }
    }
}

MatrixF dkScores(const DkPlan& plan, const Eigen::Ref<const MatrixF>& q, const Eigen::Ref<const MatrixF>& k) {
    MatrixF scores = q * k.transpose();
    if (plan.options.front().qkNorm)
        scores = (inverseNorms(q).asDiagonal() * scores * inverseNorms(k).asDiagonal()).eval();
    return scores;
}

} // namespace softscope
