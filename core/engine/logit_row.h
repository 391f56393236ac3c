// Raw scores of one row → its logits.
#pragma once

#include "core/engine/logits.h"

namespace softscope {

/// z[0, n) = the logits of query i for the n keys from `range.begin` on, −inf where the dense mask or a bias of −inf
/// masks. `scores` are those keys' raw scores.
void logitsRow(const Head& head, const LogitOptions& options, Index i, KeyRange range, const float* scores, float* z);

/// How many of the keys from `range.begin` to its end query i sees.
Index keysOfRow(const Head& head, Index i, KeyRange range);

/// Whether all masks let query i see key j.
bool attends(const Head& head, const LogitOptions& options, Index i, Index j);

/// c · tanh(z / c), to about two units in the last place; NaN stays NaN, ±inf gives ±c.
void softcapRow(float* z, Index n, float cap);
/// The derivative of c · tanh(z / c) at z = scale · score: 1 / cosh²(z / c), without the cancellation of 1 − tanh².
void softcapSlope(const float* scores, Index n, double scale, double cap, float* slope);

/// The logits are scale × score wherever they are not masked, with one scale for all rows.
inline bool isLinear(const Head& head, const LogitOptions& options) {
    return !options.softcap && !options.logLength && !head.bias;
}

} // namespace softscope
