// The streaming pass over blocks of query rows, for passes that share their scores.
#pragma once

#include "core/engine/map_region.h"
#include "core/engine/operands.h"
#include "core/engine/pass_run.h"

#include <span>

namespace softscope {

/// One pass and the frame that it fills.
struct Job {
    const Pass* pass;
    Frame* frame;
};

/// Streams the passes of `jobs`, which have equal qkNorm, and fills the streamed parts of their frames (PassRun). Only
/// blocks with query rows that a pass wants are visited; returns how many those were. v: null where no pass wants the
/// output.
Index stream(const Head& head, const QueryKey& operands, const FiniteMatrix* v, const std::vector<Job>& jobs,
             const Compute& compute);
/// Whether a pass wants a map of the output.
bool wantsOutput(const Pass& pass);

/// Reduces rows made one by one to a map. `row` fills the values of the region's columns of a row of the map; it is
/// called by any thread.
void poolRows(const MapRequest& request, const Region& whole, Map& map, const Compute& compute,
              const std::function<void(Index row, float* values)>& row);

/// A row of the row Jacobian: ∂s_j/∂z_k = s_j (δ_jk − s_k) for the region's columns k. The winner's 1 − s is the sum of
/// the others, of which a sink's weight `sink` is one.
void rowJacobianRow(const VectorF& weights, double sink, Index j, Index colBegin, Index colEnd, float* values);

/// Throws std::invalid_argument where the upstream gradient has not the shape of the output.
void checkUpstream(const Head& head, const Compute& compute);

/// What was asked for in a Gradients.
const MatrixF& gradientOf(const Gradients& gradients, MapName map);

} // namespace softscope
