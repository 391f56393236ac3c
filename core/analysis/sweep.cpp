#include "core/analysis/sweep.h"

#include "core/analysis/fresh_heads.h"
#include "core/analysis/random_energy.h"
#include "core/analysis/summary.h"
#include "core/analysis/sweep_trial.h"
#include "core/analysis/visible_keys.h"
#include "core/base/parallel.h"
#include "core/engine/row_kernels.h"

#include <cmath>
#include <map>

namespace softscope {

struct Sweeper::Data {
    SweepPlan plan;
    std::vector<Trial> trials;
};

namespace {

SweepPlan planOf(const Scene& scene, SweepRequest request) {
    requireFresh(scene.source, "a sweep");
    SweepPlan plan;
    plan.source = scene.source;
    plan.source.dK = request.sizes.back();
    const Index n = scene.source.tokens, most = request.mostRows == 0 ? n : std::min(request.mostRows, n);
    plan.rows = evenlySpacedRows(n, most);
    plan.keyGradient = request.keyGradient && most == n;
    plan.values = request.queryGradient || plan.keyGradient;
    for (const Index dK : request.sizes) {
        for (const ScaleKind kind : {ScaleKind::sqrt, ScaleKind::none}) {
            Softmax softmax = scene.softmax;
            softmax.scale.kind = kind;
            plan.options.push_back(resolve(softmax, dK));
        }
    }
    plan.request = std::move(request);
    return plan;
}

Spread spreadOf(const std::vector<Trial>& trials, std::size_t point, std::size_t quantity) {
    std::vector<double> values;
    for (const Trial& trial : trials) {
        for (const float value : trial.points[point].values[quantity]) {
            if (!std::isnan(value))
                values.push_back(double(value));
        }
    }
    if (values.empty())
        return {};
    double sum = 0;
    for (const double value : values)
        sum += value;
    const double p5 = quantile(values, 0.05), median = quantile(values, 0.5), p95 = quantile(values, 0.95);
    return {sum / double(values.size()), median, p5, p95};
}

double meanFloor(const std::vector<Trial>& trials, std::size_t point) {
    double sum = 0, count = 0;
    for (const Trial& trial : trials) {
        for (const float value : trial.points[point].floor) {
            if (!std::isnan(value)) {
                sum += double(value);
                ++count;
            }
        }
    }
    return count > 0 ? sum / count : undefined;
}

/// How many of the rows see so many keys; none that see no key.
std::map<Index, Index> rowsByKeys(const SweepPlan& plan) {
    std::map<Index, Index> rows;
    for (const Index i : plan.rows) {
        const KeyRange range = allowedKeys(plan.options.front().masks, i, plan.source.tokens, plan.source.tokens);
        if (range.end > range.begin)
            ++rows[range.end - range.begin];
    }
    return rows;
}

void setTheory(const SweepPlan& plan, std::size_t p, const std::map<Index, Index>& rowsByKeys, SweepPoint& point) {
    const LogitOptions& options = plan.options[p];
    point.scoreVarianceTheory = theoreticalLogitVariance(plan.source, options, point.dK);
    if (rowsByKeys.empty() || options.softcap || options.logLength || options.sink)
        return;
    const double variance = point.scoreVarianceTheory;
    double rows = 0, entropy = 0, tokens = 0;
    const GaussianRows theory(double(point.dK), variance);
    for (const auto& [keys, count] : rowsByKeys) {
        rows += double(count);
        tokens += double(count) * theoreticalEffectiveTokens(double(keys), variance);
        if (!options.qkNorm)
            entropy += double(count) * theory.entropy(double(keys));
    }
    point.effectiveTokensTheory = tokens / rows;
    if (!options.qkNorm)
        point.entropyTheory = entropy / rows;
}

} // namespace

std::string_view columnName(SweepQuantity quantity) {
    constexpr std::array<std::string_view, sweepQuantities> names{
        "entropy", "effective_tokens", "max_weight", "jacobian_frobenius", "jacobian_spectral", "grad_q", "grad_k"};
    return names[std::size_t(quantity)];
}

Sweeper::Sweeper(const Scene& scene, SweepRequest request)
    : m_data(std::make_unique<Data>(Data{planOf(scene, std::move(request)), {}})) {}
Sweeper::~Sweeper() = default;
Sweeper::Sweeper(Sweeper&&) noexcept = default;
Sweeper& Sweeper::operator=(Sweeper&&) noexcept = default;

void Sweeper::run(Index trials, int threads, const std::stop_token& stop) {
    const Index first = Index(m_data->trials.size());
    if (trials <= first)
        return;
    m_data->trials.resize(std::size_t(trials));
    parallelFor(trials - first, threads, stop,
                [&](Index t) { m_data->trials[std::size_t(first + t)] = sweepTrial(m_data->plan, first + t, stop); });
}

Sweep Sweeper::result() const {
    const SweepPlan& plan = m_data->plan;
    const std::vector<Trial>& trials = m_data->trials;
    Sweep found;
    found.trials = Index(trials.size());
    found.rows = Index(plan.rows.size());
    found.outOf = plan.source.tokens;
    const std::map<Index, Index> keys = rowsByKeys(plan);
    std::vector<SweepPoint> points(plan.points());
    parallelFor(Index(points.size()), 0, {}, [&](Index at) {
        const auto p = std::size_t(at);
        SweepPoint& point = points[p];
        point.dK = plan.request.sizes[p / 2];
        Moments scores;
        for (const Trial& trial : trials)
            scores = merged(scores, trial.scores[p / 2]);
        point.scoreVariance = scores.variance * plan.options[p].scale * plan.options[p].scale;
        for (std::size_t q = 0; q < sweepQuantities; ++q)
            point.rows[q] = spreadOf(trials, p, q);
        point.entropyFloor = meanFloor(trials, p);
        setTheory(plan, p, keys, point);
    });
    for (std::size_t p = 0; p < points.size(); ++p)
        (p % 2 == 0 ? found.scaled : found.unscaled).push_back(points[p]);
    return found;
}

Sweep sweep(const Scene& scene, SweepRequest request, int threads, const std::stop_token& stop) {
    Sweeper sweeper(scene, std::move(request));
    sweeper.run(scene.sweep.trials, threads, stop);
    return sweeper.result();
}

} // namespace softscope
