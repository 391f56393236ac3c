#include "core/base/error.h"
#include "core/engine/forward.h"

#include <algorithm>
#include <new>

namespace softscope {

namespace {

using Take = std::function<void(Index firstRow, const MatrixF& rows)>;

/// As many rows at a time as give all threads work and stay well below a large map's size.
Index rowsAtATime(const Head& head, Index columns) {
    constexpr Index cells = 4'194'304;
    const Index size = blockRows(head.nK());
    return size * std::clamp<Index>(cells / (size * columns), 1, 32);
}

void streamMatrix(const MatrixF& matrix, const Compute& compute, const Take& take) {
    constexpr Index step = 1024;
    for (Index row = 0; row < matrix.rows(); row += step) {
        if (compute.stop.stop_requested())
            throw Cancelled();
        take(row, matrix.middleRows(row, std::min(step, matrix.rows() - row)));
    }
}

void streamRowJacobian(const Head& head, const LogitOptions& options, Index selectedRow, const Compute& compute,
                       const Take& take) {
    Pass pass;
    pass.options = options;
    pass.rows = false;
    pass.selected = selectedRow;
    const Frame frame = evaluate(head, pass, compute);
    const Index nK = head.nK(), step = rowsAtATime(head, nK);
    for (Index row = 0; row < nK; row += step) {
        const MapRequest request{MapName::rowJacobian, {row, std::min(row + step, nK), 0, nK}};
        Map map;
        poolRows(request, wholeMap(request.map, head), map, compute,
                 [&](Index j, float* values) { rowJacobianRow(frame.selected->weights, j, 0, nK, values); });
        take(row, map.cells);
    }
}

void streamForward(const Head& head, const LogitOptions& options, MapName name, const Compute& compute,
                   const Take& take) {
    const QueryKey operands(head, options.qkNorm);
    std::optional<FiniteMatrix> v;
    if (name == MapName::output)
        v.emplace(head.v);
    const Region whole = wholeMap(name, head);
    const Index step = rowsAtATime(head, std::max(head.nK(), whole.cols()));
    for (Index row = 0; row < head.nQ(); row += step) {
        Pass pass;
        pass.options = options;
        pass.rows = false;
        pass.maps = {{name, {row, std::min(row + step, head.nQ()), 0, whole.cols()}}};
        Frame frame;
        frame.maps.resize(1);
        stream(head, operands, v ? &*v : nullptr, {{&pass, &frame}}, compute);
        take(row, frame.maps.front().cells);
    }
}

} // namespace

void streamMap(const Head& head, const LogitOptions& options, MapName map, Index selectedRow, const Compute& compute,
               const Take& take) {
    checkUpstream(head, compute);
    try {
        if (isStreamed(map))
            streamForward(head, options, map, compute, take);
        else if (map == MapName::rowJacobian)
            streamRowJacobian(head, options, selectedRow, compute, take);
        else if (isGradient(map))
            streamMatrix(gradientOf(backward(head, options, compute), map), compute, take);
        else
            streamMatrix(map == MapName::q ? head.q : map == MapName::k ? head.k : head.v, compute, take);
    } catch (const std::bad_alloc&) {
        throw Error("There is not enough memory to compute this map; take fewer tokens.");
    }
}

} // namespace softscope
