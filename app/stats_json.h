// The answer of stats.
#pragma once

#include "core/analysis/summary.h"
#include "core/engine/frame.h"
#include "core/head/head.h"

#include <string>

namespace softscope {

/// One JSON object with the keys of cli.md; undefined numbers are null, and so are all three norms
/// of a gradient of which one row is not finite. With perRow an object for every row.
std::string statsJson(const Head& head, const Frame& frame, const Symmetry& symmetry, bool perRow);

} // namespace softscope
