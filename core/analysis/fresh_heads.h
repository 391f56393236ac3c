// Heads like a scene's, drawn anew: what experiments over many heads are made on.
#pragma once

#include "core/head/build.h"

#include <functional>

namespace softscope {

/// Gaussian and projected sources can be drawn again, at any size; the others are one head.
bool canDrawFresh(const Source& source);
/// Throws UsageError for the others; `what` is who asks ("sweep").
void requireFresh(const Source& source, const std::string& what);

/// The source of fresh head number `trial`: the same with a seed made from its seed and the number (derivedSeed).
/// Labels are left out, and hand edits are of one head and not of its like.
Source freshSource(const Source& source, Index trial);

/// The vectors of a fresh head a block at a time: those of a smaller d_k are the first columns of those of a larger
/// one, and those of fewer tokens the first rows.
struct FreshVectors {
    std::function<MatrixF(Index begin, Index count)> q, k; ///< [count × d_k]
};
/// `source` as freshSource() gives it. Gaussian vectors are drawn when they are asked for, projected heads are built
/// first. Throws as HeadBuilder::build does.
FreshVectors freshVectors(const Source& source, const std::stop_token& stop);

} // namespace softscope
