#include "core/analysis/gradient_flow.h"

#include "core/analysis/summary.h"
#include "core/base/parallel.h"
#include "core/engine/backward_row.h"
#include "core/engine/operands.h"
#include "core/engine/scratch.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

FlowBar barOf(FlowStage stage, const VectorD& norms) {
    std::vector<double> finite;
    double squares = 0;
    for (const double norm : norms) {
        if (std::isnan(norm)) // a query that sees no key
            continue;
        finite.push_back(norm);
        squares += norm * norm;
    }
    if (finite.empty())
        return {stage, undefined, undefined};
    const double rms = std::sqrt(squares / static_cast<double>(finite.size()));
    return {stage, quantile(finite, 0.5), rms};
}

struct RowNorms {
    VectorD weights, scores; ///< one a query, NaN where it sees no key
};

/// dP of query i for all keys.
void upstreamRow(const Head& head, const MatrixF* upstream, const VectorD& sums, Index i, VectorD& dP) {
    if (upstream == nullptr)
        dP = sums;
    else
        dP.noalias() = head.v.cast<double>() * upstream->row(i).cast<double>().transpose();
}

RowNorms rowNorms(const Head& head, const LogitOptions& options, const Compute& compute) {
    const Index nQ = head.nQ(), nK = head.nK();
    const QueryKey operands(head, options.qkNorm, compute.threads, compute.stop);
    const VectorD sums = head.v.cast<double>().rowwise().sum();
    RowNorms norms{VectorD::Constant(nQ, undefined), VectorD::Constant(nQ, undefined)};
    constexpr Index size = 16;
    ScratchPool pool;
    parallelFor((nQ + size - 1) / size, compute.threads, compute.stop, [&](Index block) {
        const ScratchPool::Loan loan(pool);
        Scratch& scratch = *loan;
        VectorF weights(nK), gradient(nK), slope(nK);
        VectorD dP(nK);
        scratch.scores.resize(1, nK);
        scratch.z.resize(nK);
        scratch.e.resize(nK);
        for (Index i = block * size; i < std::min((block + 1) * size, nQ); ++i) {
            const KeyRange range = allowedKeys(options.masks, i, nQ, nK);
            const Index n = range.end - range.begin;
            if (n == 0)
                continue;
            operands.scores(i, 1, range.begin, n, scratch.scores.data(), n, scratch.room);
            upstreamRow(head, compute.upstream, sums, i, dP);
            const BackwardRoom room{scratch.z.data(), scratch.e.data(), slope.data()};
            backwardRow(head, options, i, range, scratch.scores.data(), dP.data() + range.begin, weights.data(),
                        gradient.data(), room);
            double visible = 0, square = 0;
            for (Index j = 0; j < n; ++j) {
                if (std::isinf(scratch.z[j]) && scratch.z[j] < 0)
                    continue;
                square += dP[range.begin + j] * dP[range.begin + j];
                ++visible;
            }
            if (visible == 0)
                continue;
            norms.weights[i] = std::sqrt(square);
            norms.scores[i] = gradient.head(n).cast<double>().norm();
        }
    });
    return norms;
}

std::vector<FlowBar> barsOf(const Head& head, const LogitOptions& options, const Compute& compute) {
    VectorD output = VectorD::Constant(head.nQ(), std::sqrt(static_cast<double>(head.dV())));
    if (compute.upstream != nullptr)
        output = compute.upstream->cast<double>().rowwise().norm();
    const RowNorms rows = rowNorms(head, options, compute);
    Pass pass;
    pass.options = options;
    pass.rows = false;
    pass.gradients = true;
    const GradientNorms reached = evaluate(head, pass, compute).gradients;
    std::vector<FlowBar> bars{barOf(FlowStage::output, output),      barOf(FlowStage::weights, rows.weights),
                              barOf(FlowStage::scores, rows.scores), barOf(FlowStage::q, reached.q),
                              barOf(FlowStage::k, reached.k),        barOf(FlowStage::v, reached.v)};
    if (head.projection) {
        bars.push_back(barOf(FlowStage::wQ, reached.wQ));
        bars.push_back(barOf(FlowStage::wK, reached.wK));
        bars.push_back(barOf(FlowStage::wV, reached.wV));
    }
    return bars;
}

} // namespace

std::string_view wordOf(FlowStage stage) {
    constexpr std::string_view words[] = {"output", "weights", "scores", "q", "k", "v", "w_q", "w_k", "w_v"};
    return words[static_cast<std::size_t>(stage)];
}

GradientFlow gradientFlow(const Head& head, const Softmax& softmax, const Compute& compute) {
    GradientFlow flow;
    for (const bool scaled : {true, false}) {
        Softmax one = softmax;
        one.scale = {scaled ? ScaleKind::sqrt : ScaleKind::none};
        (scaled ? flow.scaled : flow.unscaled) = barsOf(head, resolve(one, head.dK()), compute);
    }
    return flow;
}

} // namespace softscope
