#include "core/engine/forward.h"

#include "core/base/parallel.h"
#include "core/engine/progress.h"

#include <algorithm>
#include <stdexcept>

namespace softscope {

namespace {

using Runs = std::vector<std::unique_ptr<PassRun>>;

/// What the runs share, where sums and maxima of the same scores are all that they need.
std::optional<Reduction> reductionOf(const Runs& runs, const std::vector<Job>& jobs) {
    Reduction reduction{nullptr, std::nullopt, {}};
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const LogitOptions& options = jobs[r].pass->options;
        const std::optional<Groups> groups = runs[r]->groups();
        if (!runs[r]->reducible() || (reduction.masks && *reduction.masks != options.masks) ||
            (groups && reduction.groups && *groups != *reduction.groups))
            return std::nullopt;
        reduction.masks = &options.masks;
        reduction.scales.push_back(options.scale);
        if (groups)
            reduction.groups = groups;
    }
    return reduction;
}

void reduceBlock(const Head& head, const QueryKey& operands, const Reduction& reduction, const Runs& runs,
                 const ScoreBlock& block, Scratch& scratch) {
    scratch.reduced.compute(head, operands, reduction, block.row, block.rows);
    for (std::size_t r = 0; r < runs.size(); ++r)
        if (runs[r]->wantsRows(block.row, block.rows))
            runs[r]->addReduced(block.number, scratch.reduced, r, operands, scratch);
}

void wholeBlock(const QueryKey& operands, const Runs& runs, ScoreBlock block, Scratch& scratch) {
    KeyRange columns;
    for (const auto& run : runs)
        columns = joined(columns, run->columns(block.row, block.rows));
    block.col = columns.begin;
    block.cols = columns.end - columns.begin;
    scratch.moments = {};
    scratch.scores.resize(block.rows, block.cols);
    block.scores = scratch.scores.data();
    if (block.cols > 0)
        operands.scores(block.row, block.rows, block.col, block.cols, scratch.scores.data(), block.cols, scratch.room);
    for (const auto& run : runs)
        if (run->wantsRows(block.row, block.rows))
            run->add(block, scratch);
}

} // namespace

Index stream(const Head& head, const QueryKey& operands, const FiniteMatrix* v, const std::vector<Job>& jobs,
             const Compute& compute) {
    Runs runs;
    for (const Job& job : jobs)
        runs.push_back(std::make_unique<PassRun>(head, v, *job.pass, *job.frame));
    const std::optional<Reduction> reduction = reductionOf(runs, jobs);
    const Index size = reduction ? ReducedRows::blockRows : blockRows(head.nK());
    const Index blocks = (head.nQ() + size - 1) / size;
    for (const auto& run : runs)
        run->expect(blocks);
    std::vector<Index> wanted;
    for (Index b = 0; b < blocks; ++b)
        if (std::any_of(runs.begin(), runs.end(), [&](const auto& run) { return run->wantsRows(b * size, size); }))
            wanted.push_back(b);
    if (compute.progress) {
        const std::vector<Index> order = coarseToFine(std::ssize(wanted)), blocksInOrder = std::move(wanted);
        wanted.clear();
        for (const Index number : order)
            wanted.push_back(blocksInOrder[static_cast<std::size_t>(number)]);
    }
    ProgressTeller teller(compute, std::ssize(wanted) * size, runs);
    ScratchPool pool;
    parallelFor(std::ssize(wanted), compute.threads, compute.stop, [&](Index number) {
        const Index b = wanted[static_cast<std::size_t>(number)];
        const Index row = b * size, rows = std::min(size, head.nQ() - row);
        const ScratchPool::Loan scratch(pool);
        if (reduction &&
            std::none_of(runs.begin(), runs.end(), [&](const auto& run) { return run->selects(row, rows); }))
            reduceBlock(head, operands, *reduction, runs, {b, row, rows, 0, 0, nullptr}, *scratch);
        else
            wholeBlock(operands, runs, {b, row, rows, 0, 0, nullptr}, *scratch);
        teller.add(size);
    });
    for (const auto& run : runs)
        run->finish();
    return std::ssize(wanted);
}

bool wantsOutput(const Pass& pass) {
    return std::any_of(pass.maps.begin(), pass.maps.end(),
                       [](const MapRequest& request) { return request.map == MapName::output; });
}

void poolRows(const MapRequest& request, const Region& whole, Map& map, const Compute& compute,
              const std::function<void(Index row, float* values)>& row) {
    Pool pool(request, whole, map);
    const Region& region = request.region;
    const Index size = map.poolRows * std::max<Index>(1, 64 / map.poolRows);
    parallelFor((region.rows() + size - 1) / size, compute.threads, compute.stop, [&](Index b) {
        const Index begin = region.rowBegin + b * size, end = std::min(begin + size, region.rowEnd);
        PoolStrip strip(pool, begin, end);
        VectorF values(region.cols());
        for (Index i = begin; i < end; ++i) {
            row(i, values.data());
            strip.add(i, values.data());
        }
    });
    pool.finish();
}

void rowJacobianRow(const VectorF& weights, double sink, Index j, Index colBegin, Index colEnd, float* values) {
    const float s = weights[j];
    for (Index k = colBegin; k < colEnd; ++k)
        values[k - colBegin] = -s * weights[k];
    if (j < colBegin || j >= colEnd)
        return;
    Index winner = 0;
    weights.maxCoeff(&winner);
    double others = static_cast<double>(1.F - s);
    if (j == winner) {
        others = sink;
        for (Index k = 0; k < weights.size(); ++k)
            others += k == j ? 0.0 : static_cast<double>(weights[k]);
    }
    values[j - colBegin] = static_cast<float>(static_cast<double>(s) * others);
}

void checkUpstream(const Head& head, const Compute& compute) {
    if (compute.upstream && (compute.upstream->rows() != head.nQ() || compute.upstream->cols() != head.dV()))
        throw std::invalid_argument("the upstream gradient has not the shape of the output");
}

const MatrixF& gradientOf(const Gradients& gradients, MapName map) {
    return map == MapName::gradQ ? gradients.q : map == MapName::gradK ? gradients.k : gradients.v;
}

} // namespace softscope
