#include "core/analysis/phase.h"

#include "core/analysis/fresh_heads.h"
#include "core/analysis/phase_trial.h"
#include "core/analysis/random_energy.h"
#include "core/analysis/visible_keys.h"
#include "core/base/error.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace softscope {

namespace {

/// Rows of one head are alike where nothing is masked: then the first ones serve heads of every length. Else they are
/// spread evenly over each length.
std::vector<PhaseRow> rowsOf(const Scene& scene, const PhaseRequest& request) {
    const std::vector<Mask>& masks = scene.softmax.masks;
    std::map<Index, PhaseRow> rows;
    for (std::size_t token = 0; token < request.tokens.size(); ++token) {
        const Index n = request.tokens[token];
        std::vector<Index> some = evenlySpacedRows(n, request.mostRows);
        if (masks.empty()) {
            for (std::size_t r = 0; r < some.size(); ++r)
                some[r] = Index(r);
        }
        for (const Index i : some) {
            const KeyRange range = allowedKeys(masks, i, n, n);
            if (range.begin >= range.end)
                continue;
            PhaseRow& row = rows.try_emplace(i, PhaseRow{i, range.begin, {}}).first->second;
            row.looks.push_back({range.end, token}); // n grows, and with it the end
        }
    }
    std::vector<PhaseRow> list;
    list.reserve(rows.size());
    for (auto& [i, row] : rows)
        list.push_back(std::move(row));
    return list;
}

/// How many rows see how many keys, for each number of tokens.
std::vector<std::map<Index, Index>> keysOf(const PhasePlan& plan) {
    std::vector<std::map<Index, Index>> keys(plan.request.tokens.size());
    for (const PhaseRow& row : plan.rows) {
        for (const PhaseLook& look : row.looks)
            ++keys[look.token][look.end - row.begin];
    }
    return keys;
}

/// E Σ p² at these numbers of keys. It bends so little against ln n that, where they are many, some between are enough.
std::map<Index, double> theoryOf(const GaussianRows& rows, const std::vector<Index>& keys) {
    constexpr int enough = 64;
    std::map<Index, double> theory;
    if (keys.size() <= enough) {
        for (const Index n : keys)
            theory[n] = rows.participation(double(n));
        return theory;
    }
    const std::vector<Index> nodes = logSpaced(keys.front(), keys.back(), enough);
    std::vector<double> values;
    values.reserve(nodes.size());
    for (const Index n : nodes)
        values.push_back(rows.participation(double(n)));
    for (const Index n : keys) {
        const auto above = std::max<std::ptrdiff_t>(std::lower_bound(nodes.begin(), nodes.end(), n) - nodes.begin(), 1);
        const auto i = std::size_t(above);
        const double place =
            std::log(double(n) / double(nodes[i - 1])) / std::log(double(nodes[i]) / double(nodes[i - 1]));
        theory[n] = std::lerp(values[i - 1], values[i], place);
    }
    return theory;
}

void setTheory(const PhasePlan& plan, const std::vector<std::map<Index, Index>>& keys, std::size_t scale,
               std::size_t size, PhaseMap& map) {
    const LogitOptions& options = plan.optionsOf(scale, size);
    if (!hasGaussianLogits(options))
        return;
    const Index dK = plan.request.sizes[size];
    const GaussianRows rows(double(dK), theoreticalLogitVariance(plan.source, options, dK));
    std::vector<Index> all;
    for (const auto& one : keys) {
        for (const auto& [n, count] : one)
            all.push_back(n);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.empty())
        return;
    const std::map<Index, double> theory = theoryOf(rows, all);
    for (std::size_t token = 0; token < keys.size(); ++token) {
        double sum = 0, count = 0;
        for (const auto& [n, times] : keys[token]) {
            sum += double(times) * theory.at(n);
            count += double(times);
        }
        if (count > 0)
            map.cells[scale][token * plan.request.sizes.size() + size].theory = sum / count;
    }
}

PhasePlan planOf(const Scene& scene, const PhaseRequest& request) {
    requireFresh(scene.source, "a phase diagram");
    if (scene.softmax.logLength)
        throw UsageError(
            "A phase diagram walks over the number of tokens with one scale for all and knows no log-length: "
            "take it off, or look at sweep.");
    PhasePlan plan{request, scene.source, rowsOf(scene, request), {}};
    plan.source.tokens = request.tokens.back();
    plan.source.dK = request.sizes.back();
    for (const Scale& scale : request.scales) {
        for (const Index dK : request.sizes) {
            Softmax softmax = scene.softmax;
            softmax.scale = scale;
            plan.options.push_back(resolve(softmax, dK));
        }
    }
    return plan;
}

} // namespace

PhaseMap phaseMap(const Scene& scene, const PhaseRequest& request, int threads, const std::stop_token& stop) {
    const PhasePlan plan = planOf(scene, request);
    PhaseMap map{request.tokens, request.sizes, {}, request.trials, request.mostRows};
    map.cells.assign(request.scales.size(), std::vector<PhaseCell>(request.tokens.size() * request.sizes.size()));
    if (plan.rows.empty())
        return map;
    std::vector<PhaseSums> sums(static_cast<std::size_t>(request.trials));
    parallelFor(request.trials, threads, stop, [&](Index t) { sums[std::size_t(t)] = phaseTrial(plan, t, stop); });
    const std::vector<std::map<Index, Index>> keys = keysOf(plan);
    for (std::size_t scale = 0; scale < map.cells.size(); ++scale) {
        for (std::size_t cell = 0; cell < map.cells[scale].size(); ++cell) {
            double rows = 0, participation = 0, tokens = 0;
            for (const auto& [n, count] : keys[cell / request.sizes.size()])
                rows += double(count * request.trials);
            for (const PhaseSums& one : sums) { // in order: the result does not depend on the number of threads
                participation += one.participation[scale][cell];
                tokens += one.effectiveTokens[scale][cell];
            }
            if (rows > 0)
                map.cells[scale][cell] = {participation / rows, tokens / rows, undefined};
        }
    }
    if (request.theory)
        parallelFor(Index(plan.options.size()), threads, stop, [&](Index at) {
            const auto p = std::size_t(at);
            setTheory(plan, keys, p / request.sizes.size(), p % request.sizes.size(), map);
        });
    return map;
}

std::vector<PhasePoint> freezingLine(const Scene& scene, const Scale& scale, const PhasePoint& low,
                                     const PhasePoint& high) {
    Softmax softmax = scene.softmax;
    softmax.scale = scale;
    const auto variance = [&](Index dK) { return theoreticalLogitVariance(scene.source, resolve(softmax, dK), dK); };
    // σ² is a power of d_k: from its values at 1 and 4.
    const double one = variance(1), power = std::log2(variance(4) / one) / 2;
    if (softmax.softcap || softmax.logLength || softmax.sink || !std::isfinite(one) || one <= 0)
        return {};
    std::vector<PhasePoint> line;
    if (std::abs(power) < 1e-9) { // the scale takes d_k out: it freezes below one number of tokens or above none
        if (const double tokens = std::exp(one / 2); tokens >= low.tokens && tokens <= high.tokens)
            line = {{tokens, low.dK}, {tokens, high.dK}};
        return line;
    }
    constexpr int points = 200;
    for (int i = 0; i <= points; ++i) {
        const double tokens = low.tokens * std::pow(high.tokens / low.tokens, double(i) / points);
        const double dK = std::pow(2 * std::log(tokens) / one, 1 / power);
        if (tokens > 1 && dK >= low.dK && dK <= high.dK)
            line.push_back({tokens, dK});
    }
    return line;
}

std::vector<double> cellEdges(const std::vector<Index>& numbers) {
    std::vector<double> edges(numbers.size() + 1);
    const auto place = [&](std::size_t i) { return std::log2(double(numbers[i])); };
    for (std::size_t i = 1; i < numbers.size(); ++i)
        edges[i] = (place(i - 1) + place(i)) / 2;
    const bool lone = numbers.size() == 1;
    edges.front() = lone ? place(0) - 0.5 : 2 * place(0) - edges[1];
    edges.back() = lone ? place(0) + 0.5 : 2 * place(numbers.size() - 1) - edges[numbers.size() - 1];
    return edges;
}

std::vector<Index> logSpaced(Index low, Index high, int count) {
    std::vector<Index> numbers;
    for (int i = 0; i < count; ++i) {
        const double share = count > 1 ? double(i) / (count - 1) : 0;
        numbers.push_back(Index(std::lround(double(low) * std::pow(double(high) / double(low), share))));
    }
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace softscope
