// How each kind of source becomes a Head, before any hand edit.
#pragma once

#include "core/head/gaussian_memory.h"
#include "core/head/head.h"
#include "core/scene/scene.h"

#include <stop_token>

namespace softscope {

/// q, k and v with independent Gaussian components: σ_q, σ_k and 1. This and the next: on at most `threads` threads
/// (0: all cores); Cancelled once `stop` is set.
Head gaussianHead(const Source& source, GaussianMemory& memory, int threads = 0, const std::stop_token& stop = {});

/// x [n × d_model] with entries N(0, 1); W_Q, W_K [d_model × d_k] with N(0, σ²/d_model), W_V [d_model × d_v] with
/// N(0, 1/d_model); q = x W_Q, k = x W_K, v = x W_V in float32.
Head projectedHead(const Source& source, GaussianMemory& memory, int threads = 0, const std::stop_token& stop = {});

/// Three tokens A, B, C, d_k = d_v = 4: a published example that can be followed by hand (numerics.md).
Head workedExample();

/// Two tokens A, B, d_k = 64, d_v = 2. Scores of A: 40 and 2, of B: 0 and 2.
Head saturationExample();

} // namespace softscope
