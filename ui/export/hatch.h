// Diagonal hatching for cells that hold no number.
#pragma once

#include "ui/export/drawing.h"

namespace softscope {

/// Lines x + y = multiple of `step` inside every cell of `grid` for which `hatched` is set [rows × cols]. Neighbouring
/// cells are joined, so a large area gets few lines.
std::vector<QLineF> hatchLines(const Grid& grid, const std::vector<bool>& hatched, double step);

} // namespace softscope
