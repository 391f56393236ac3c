// Softmax and its Jacobian for one row, accurate to 1e-5 down to 1e-37, saturated rows included.
#pragma once

#include "core/engine/frame.h"

#include <span>

namespace softscope {

/// λmax of diag(s) − s sᵀ for one row of weights (zeros and masked keys are left out), by the secular equation
/// Σ_j s_j / (s_j − λ) = 0 between the second largest and the largest weight, in time linear in n.
double spectralNorm(std::span<const float> weights);

/// J_jk = s_j (δ_jk − s_k) of one row, written to target [n × n]. The winner's 1 − s is the sum of the others.
void jacobianMatrix(std::span<const float> weights, Eigen::Ref<MatrixF> target);

} // namespace softscope
