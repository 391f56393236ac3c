#include "core/analysis/cures.h"

#include "core/analysis/summary.h"

#include <cmath>
#include <utility>

namespace softscope {

namespace {

constexpr double standardTemperature = 8, standardCap = 5, standardGain = 8;

/// Evaluates without the gradients that are asked for besides.
Frame evaluated(const Head& head, const Softmax& softmax, bool gradients, const Compute& compute) {
    Pass pass;
    pass.options = resolve(softmax, head.dK());
    pass.gradients = gradients;
    return evaluate(head, pass, compute);
}

/// The mean over the rows of the largest score.
double largestScore(const Head& head, const Softmax& softmax, const Compute& compute) {
    Pass pass;
    pass.options = resolve(softmax, head.dK());
    MapRequest request{MapName::scaled, wholeMap(MapName::scaled, head)};
    request.maxCols = 1;
    pass.maps = {request};
    pass.rows = false;
    const MatrixF highs = evaluate(head, pass, compute).maps.front().cells;
    double sum = 0, count = 0;
    for (Index i = 0; i < highs.rows(); ++i) {
        if (!std::isfinite(highs(i, 0)))
            continue;
        sum += static_cast<double>(highs(i, 0));
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

/// The logit of one pair, in double: a softcap makes equals of large logits that float cannot tell apart, and so they
/// are not another key chosen.
double logitOf(const Head& head, const LogitOptions& options, Index keys, Index i, Index j) {
    const VectorD q = head.q.row(i).cast<double>().transpose(), k = head.k.row(j).cast<double>().transpose();
    const double norms = options.qkNorm ? q.norm() * k.norm() : 1;
    double z = norms > 0 ? rowScale(options, keys) * q.dot(k) / norms : 0;
    if (options.softcap)
        z = *options.softcap * std::tanh(z / *options.softcap);
    return head.bias ? z + static_cast<double>((*head.bias)(i, j)) : z;
}

/// Whether row i chooses another key with these options than `before`.
bool choosesAnother(const Head& head, const Frame& frame, Index i, Index before) {
    const RowStatistics& row = frame.rows[static_cast<std::size_t>(i)];
    if (row.argmax == before || row.argmax < 0 || before < 0)
        return row.argmax != before;
    return logitOf(head, frame.options, row.keys, i, row.argmax) > logitOf(head, frame.options, row.keys, i, before);
}

} // namespace

std::vector<Cure> curesOf(const Softmax& softmax, double sink) {
    Softmax plain;
    plain.masks = softmax.masks;
    plain.scale = {ScaleKind::none};
    const auto with = [&](auto&& change) {
        Softmax one = plain;
        change(one);
        return one;
    };
    const bool factored = softmax.scale.kind == ScaleKind::factor;
    std::vector<Cure> cures{{"none", plain},
                            {"sqrt", with([](Softmax& s) { s.scale = {ScaleKind::sqrt}; })},
                            {"dk", with([](Softmax& s) { s.scale = {ScaleKind::dk}; })}};
    if (factored && !softmax.qkNorm)
        cures.push_back({"factor", with([&](Softmax& s) { s.scale = softmax.scale; })});
    cures.push_back({"temperature", with([&](Softmax& s) {
                         s.temperature = softmax.temperature == 1 ? standardTemperature : softmax.temperature;
                     })});
    cures.push_back({"softcap", with([&](Softmax& s) { s.softcap = softmax.softcap.value_or(standardCap); })});
    cures.push_back({"qk-norm", with([&](Softmax& s) {
                         s.qkNorm = true;
                         s.scale = softmax.qkNorm && factored ? softmax.scale : Scale{ScaleKind::factor, standardGain};
                     })});
    cures.push_back({"log-length", with([](Softmax& s) {
                         s.scale = {ScaleKind::sqrt};
                         s.logLength = true;
                     })});
    cures.push_back({"sink", with([&](Softmax& s) { s.sink = softmax.sink.value_or(sink); })});
    return cures;
}

std::vector<CureResult> compareCures(const Head& head, const Softmax& softmax, const Compute& compute) {
    const double sink = softmax.sink ? *softmax.sink : largestScore(head, curesOf(softmax, 0).front().softmax, compute);
    std::vector<CureResult> results;
    std::vector<RowStatistics> plain;
    double spread = undefined;
    for (const Cure& cure : curesOf(softmax, sink)) {
        const Frame frame = evaluated(head, cure.softmax, true, compute);
        if (results.empty()) {
            plain = frame.rows;
            spread = std::sqrt(frame.scores.variance);
        }
        const Summary summary = summarise(frame.rows);
        CureResult result{cure};
        result.effectiveScale = std::sqrt(frame.logits.variance) / spread;
        result.effectiveTokens = summary.effectiveTokens.mean;
        result.saturated = summary.verdicts.saturated;
        const VectorD& norms = frame.gradients.q;
        result.gradientMedian = distribution(std::vector<double>(norms.begin(), norms.end())).median;
        for (Index i = 0; i < std::ssize(plain); ++i)
            result.argmaxChanged += choosesAnother(head, frame, i, plain[static_cast<std::size_t>(i)].argmax) ? 1 : 0;
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace softscope
