// One query row, forward and back to its scores.
#pragma once

#include "core/engine/row_kernels.h"

namespace softscope {

/// Room for as many numbers as the row has keys.
struct BackwardRoom {
    float *z, *e, *slope;
};

/// Raw scores and dP of query i → its weights and ∂L/∂(q·k), each for the keys of `range` (dP = G Vᵀ, which must be
/// finite where the key is seen).
void backwardRow(const Head& head, const LogitOptions& options, Index i, KeyRange range, const float* scores,
                 const double* dP, float* weights, float* gradient, const BackwardRoom& room);

} // namespace softscope
