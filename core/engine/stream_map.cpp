#include "core/engine/stream_map.h"

#include "core/base/error.h"
#include "core/engine/backends.h"
#include "core/engine/head_stream.h"

#include <algorithm>
#include <new>
#include <stdexcept>

namespace softscope {

namespace {

using Take = std::function<void(Index firstRow, const MatrixF& rows)>;

/// As many rows at a time as give all threads work and stay well below a large map's size. A device takes the whole
/// head anew for each piece: it gets larger ones.
Index rowsAtATime(const Head& head, Index columns, const Compute& compute) {
    constexpr Index cells = 4'194'304, deviceCells = 33'554'432;
    const Index size = blockRows(head.nK());
    if (compute.backends && compute.backends->choice().kind == BackendKind::opencl)
        return size * std::max<Index>(deviceCells / (size * columns), 1);
    return size * std::clamp<Index>(cells / (size * columns), 1, 32);
}

void streamMatrix(const MatrixF& matrix, const Region& part, const Compute& compute, const Take& take) {
    constexpr Index step = 1024;
    for (Index row = part.rowBegin; row < part.rowEnd; row += step) {
        if (compute.stop.stop_requested())
            throw Cancelled();
        take(row, matrix.block(row, part.colBegin, std::min(step, part.rowEnd - row), part.cols()));
    }
}

void streamRowJacobian(const Head& head, const LogitOptions& options, Index selectedRow, const Region& part,
                       const Compute& compute, const Take& take) {
    Pass pass;
    pass.options = options;
    pass.rows = false;
    pass.selected = selectedRow;
    const Frame frame = evaluate(head, pass, compute);
    const Index step = rowsAtATime(head, head.nK(), compute);
    for (Index row = part.rowBegin; row < part.rowEnd; row += step) {
        const MapRequest request{MapName::rowJacobian,
                                 {row, std::min(row + step, part.rowEnd), part.colBegin, part.colEnd}};
        Map map;
        poolRows(request, wholeMap(request.map, head), map, compute, [&](Index j, float* values) {
            rowJacobianRow(frame.selected->weights, frame.selected->sink, j, part.colBegin, part.colEnd, values);
        });
        take(row, map.cells);
    }
}

void streamForward(const Head& head, const LogitOptions& options, MapName name, const Region& part,
                   const Compute& compute, const Take& take) {
    HeadStream pieces(head, compute);
    const Index step = rowsAtATime(head, std::max(head.nK(), part.cols()), compute);
    for (Index row = part.rowBegin; row < part.rowEnd; row += step) {
        Pass pass;
        pass.options = options;
        pass.rows = false;
        pass.maps = {{name, {row, std::min(row + step, part.rowEnd), part.colBegin, part.colEnd}}};
        Frame frame;
        frame.maps.resize(1);
        pieces.run({{&pass, &frame}});
        take(row, frame.maps.front().cells);
    }
}

} // namespace

void streamMap(const Head& head, const LogitOptions& options, MapName map, Index selectedRow, const Compute& compute,
               const Take& take) {
    streamMap(head, options, map, selectedRow, wholeMap(map, head), compute, take);
}

void streamMap(const Head& head, const LogitOptions& options, MapName map, Index selectedRow, const Region& part,
               const Compute& compute, const Take& take) {
    checkUpstream(head, compute);
    const Region whole = wholeMap(map, head);
    if (part.rowBegin < 0 || part.colBegin < 0 || part.rowEnd > whole.rowEnd || part.colEnd > whole.colEnd ||
        part.rows() <= 0 || part.cols() <= 0)
        throw std::invalid_argument("the region is empty or not inside the map");
    try {
        if (isStreamed(map))
            streamForward(head, options, map, part, compute, take);
        else if (map == MapName::rowJacobian)
            streamRowJacobian(head, options, selectedRow, part, compute, take);
        else if (isGradient(map))
            streamMatrix(gradientOf(backward(head, options, compute), map), part, compute, take);
        else
            streamMatrix(map == MapName::q ? head.q : map == MapName::k ? head.k : head.v, part, compute, take);
    } catch (const std::bad_alloc&) {
        throw Error("There is not enough memory to compute this map; take fewer tokens.");
    }
}

} // namespace softscope
