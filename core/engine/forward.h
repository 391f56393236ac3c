// The streaming pass over blocks of query rows, for passes that share their scores.
#pragma once

#include "core/engine/map_region.h"
#include "core/engine/operands.h"
#include "core/engine/pass_run.h"

namespace softscope {

/// One pass and the frame that it fills.
struct Job {
    const Pass* pass;
    Frame* frame;
};

/// Streams the passes of `jobs`, which have equal qkNorm, and fills the streamed parts of their frames (PassRun).
void stream(const Head& head, const QueryKey& operands, const FiniteMatrix& v, const std::vector<Job>& jobs,
            const Compute& compute);

/// Reduces rows made one by one to a map. `row` fills the values of the region's columns of a row of the map; it is
/// called by any thread.
void poolRows(const MapRequest& request, const Region& whole, Map& map, const Compute& compute,
              const std::function<void(Index row, float* values)>& row);

/// A row of the row Jacobian: ∂s_j/∂z_k for the region's columns k.
void rowJacobianRow(const VectorF& weights, Index j, Index colBegin, Index colEnd, float* values);

/// What was asked for in a Gradients.
const MatrixF& gradientOf(const Gradients& gradients, MapName map);

} // namespace softscope
