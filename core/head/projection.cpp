#include "core/base/parallel.h"
#include "core/head/recipes.h"

#include <algorithm>
#include <cmath>

namespace softscope {
namespace {

/// x [n × m] · w [m × d], rows in parallel. Blocks of a fixed size, so that the bits do not depend on the threads.
MatrixF product(const MatrixF& x, const MatrixF& w) {
    constexpr Index rowsAtOnce = 128;
    MatrixF result(x.rows(), w.cols());
    parallelFor((x.rows() + rowsAtOnce - 1) / rowsAtOnce, 0, {}, [&](Index part) {
        const Index first = part * rowsAtOnce, rows = std::min(rowsAtOnce, x.rows() - first);
        result.middleRows(first, rows).noalias() = x.middleRows(first, rows) * w;
    });
    return result;
}

} // namespace

Head projectedHead(const Source& source, GaussianMemory& memory) {
    const Index m = source.dModel, dV = source.dV.value_or(source.dK);
    const double unit = 1 / std::sqrt(static_cast<double>(m));
    Projection projection{MatrixF(source.tokens, m), MatrixF(m, source.dK), MatrixF(m, source.dK), MatrixF(m, dV)};
    memory.fill(projection.x, source.seed, Stream::x, 1);
    memory.fill(projection.wQ, source.seed, Stream::wQ, source.sigmaQ * unit);
    memory.fill(projection.wK, source.seed, Stream::wK, source.sigmaK * unit);
    memory.fill(projection.wV, source.seed, Stream::wV, unit);
    Head head;
    head.q = product(projection.x, projection.wQ);
    head.k = product(projection.x, projection.wK);
    head.v = product(projection.x, projection.wV);
    head.projection = std::move(projection);
    head.origin = "projected embeddings, seed " + std::to_string(source.seed);
    return head;
}

} // namespace softscope
