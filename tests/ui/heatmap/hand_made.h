// Hand-made results for views that are tested without a Session.
#pragma once

#include "ui/shown.h"

#include <limits>

namespace softscope::test {

/// A head of n_q queries and n_k keys with d_k = 2.
inline std::shared_ptr<Head> headOf(Index nQ, Index nK) {
    auto head = std::make_shared<Head>();
    head->q = MatrixF::Zero(nQ, 2);
    head->k = MatrixF::Zero(nK, 2);
    head->v = MatrixF::Zero(nK, 2);
    return head;
}

/// One map, coloured from 0 to 1 (numbers of both signs: −1 to 1).
inline ShownPointer shownOf(const MatrixF& cells, MapName name = MapName::scores) {
    auto shown = std::make_shared<Shown>();
    shown->head = headOf(cells.rows(), cells.cols());
    Map map;
    map.name = name;
    map.region = {0, cells.rows(), 0, cells.cols()};
    map.cells = cells;
    ColorScale scale;
    scale.low = isSigned(name) ? -1 : 0;
    shown->maps.push_back({map, render(map, scale)});
    return shown;
}

/// Cell (i, j) is number i·cols + j of rows·cols, from −1 to 1: every cell has a colour of its own up to 256 cells.
inline MatrixF ramp(Index rows, Index cols) {
    MatrixF cells(rows, cols);
    for (Index i = 0; i < cells.size(); ++i)
        cells.data()[i] = float(2. * (double(i) + 0.5) / double(cells.size()) - 1);
    return cells;
}

} // namespace softscope::test
