// What the kernel `rows` leaves of a row, and how it becomes a row of a Frame.
#pragma once

#include "core/engine/row_kernels.h"

#include <array>

namespace softscope::opencl {

/// One row of the buffer `records` (kernels.cl): sums as pairs of floats, in the units of RowSoftmax and Moments.
using RowRecord = std::array<float, 28>;
/// One row of the buffer `parameters`, which only kernels read.
using RowParameters = std::array<float, 16>;

RowSoftmax softmaxOf(const RowRecord& record);
/// λmax of a row that has a softmax, where the kernel `spectral` saw it; undefined otherwise.
double spectralOf(const RowRecord& record, const RowSoftmax& softmax);
/// s_ii: the weight of the row on key `self`. Undefined where the row has no softmax.
double selfWeightOf(const RowRecord& record, const RowSoftmax& softmax, Index self);
/// Over the row's unmasked keys, as momentsOf() of core/engine/row_kernels.h.
Moments scoreMomentsOf(const RowRecord& record);
Moments logitMomentsOf(const RowRecord& record);

} // namespace softscope::opencl
