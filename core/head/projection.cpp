#include "core/base/parallel.h"
#include "core/head/recipes.h"

#include <algorithm>
#include <cmath>

namespace softscope {
namespace {

/// x [n × m] · w [m × d], rows in parallel. Blocks of a fixed size, so that the bits do not depend on the threads.
MatrixF product(const MatrixF& x, const MatrixF& w, int threads, const std::stop_token& stop) {
    constexpr Index rowsAtOnce = 128;
    MatrixF result(x.rows(), w.cols());
    parallelFor((x.rows() + rowsAtOnce - 1) / rowsAtOnce, threads, stop, [&](Index part) {
        const Index first = part * rowsAtOnce, rows = std::min(rowsAtOnce, x.rows() - first);
        result.middleRows(first, rows).noalias() = x.middleRows(first, rows) * w;
    });
    return result;
}

} // namespace

Head projectedHead(const Source& source, GaussianMemory& memory, int threads, const std::stop_token& stop) {
    const Index m = source.dModel, dV = source.dV.value_or(source.dK);
    const double unit = 1 / std::sqrt(static_cast<double>(m));
    Projection projection{MatrixF(source.tokens, m), MatrixF(m, source.dK), MatrixF(m, source.dK), MatrixF(m, dV)};
    memory.fill(projection.x, source.seed, Stream::x, 1, threads, stop);
    memory.fill(projection.wQ, source.seed, Stream::wQ, source.sigmaQ * unit, threads, stop);
    memory.fill(projection.wK, source.seed, Stream::wK, source.sigmaK * unit, threads, stop);
    memory.fill(projection.wV, source.seed, Stream::wV, unit, threads, stop);
    Head head;
    head.q = product(projection.x, projection.wQ, threads, stop);
    head.k = product(projection.x, projection.wK, threads, stop);
    head.v = product(projection.x, projection.wV, threads, stop);
    head.projection = std::move(projection);
    head.origin = "projected embeddings, seed " + std::to_string(source.seed);
    return head;
}

} // namespace softscope
