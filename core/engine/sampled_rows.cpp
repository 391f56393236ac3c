#include "core/engine/sampled_rows.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <stdexcept>

namespace softscope {

namespace {

std::vector<Index> rowsOf(const Pass& pass, const Head& head) {
    std::vector<Index> rows = pass.only;
    if (pass.selected)
        rows.insert(std::lower_bound(rows.begin(), rows.end(), *pass.selected), *pass.selected);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (pass.rows || rows.front() < 0 || rows.back() >= head.nQ() || !std::is_sorted(rows.begin(), rows.end()))
        throw std::invalid_argument("these rows are not rows of the head in order, or have no statistics");
    return rows;
}

} // namespace

void streamSampled(const Head& head, const QueryKey& operands, const FiniteMatrix* v, const Job& job,
                   const Compute& compute) {
    const std::vector<Index> rows = rowsOf(*job.pass, head);
    // Few rows: small blocks, so that all threads have some, of what the product takes at a time.
    const Index size = 12, count = std::ssize(rows);
    PassRun run(head, v, *job.pass, *job.frame);
    for (Map& map : job.frame->maps) // a row of cells without any of the rows says so
        map.cells.setConstant(std::numeric_limits<float>::quiet_NaN());
    ScratchPool pool;
    parallelFor((count + size - 1) / size, compute.threads, compute.stop, [&](Index b) {
        const auto some = std::span(rows).subspan(static_cast<std::size_t>(b * size),
                                                  static_cast<std::size_t>(std::min(size, count - b * size)));
        KeyRange keys;
        for (const Index i : some)
            keys = joined(keys, run.columns(i, 1));
        const Index cols = keys.end - keys.begin;
        const ScratchPool::Loan scratch(pool);
        Scratch& memory = *scratch;
        memory.moments = {};
        memory.scores.resize(std::ssize(some), cols);
        MatrixF q(std::ssize(some), head.dK());
        for (std::size_t r = 0; r < some.size(); ++r)
            q.row(static_cast<Index>(r)) = operands.q().row(some[r]);
        if (cols > 0)
            operands.packedKeys().product(q, 0, q.rows(), keys.begin, cols, memory.scores.data(), cols, memory.room);
        for (std::size_t r = 0; r < some.size(); ++r) {
            const float* const scores = memory.scores.data() + static_cast<Index>(r) * cols;
            run.add({0, some[r], 1, keys.begin, cols, scores}, memory);
        }
    });
    run.finish();
}

} // namespace softscope
