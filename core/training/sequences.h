// What a head is trained on: sequences of tokens, and for each token the one whose value it shall fetch.
#pragma once

#include "core/base/matrix.h"
#include "core/head/head.h"
#include "core/scene/scene.h"

#include <stop_token>
#include <vector>

namespace softscope {

struct Sequence {
    MatrixF x;                ///< embeddings [n × d_model]
    MatrixF v;                ///< values [n × d_v]; not trained
    std::vector<Index> right; ///< π: token i shall give the value of token right[i]
    /// The value that each token shall give [n × d_v].
    MatrixF targets() const;
};

/// A permutation of 0 … n − 1, a pure function of the seed (Fisher and Yates).
std::vector<Index> permutation(Index n, std::uint64_t seed);

/// The sequences of a scene's training task, each a pure function of the scene's seed and its number.
/// fixed: always the tokens and values of `head` itself, whose embeddings say nothing of π: the head learns one
/// sequence by heart.
/// fresh: sequence `number` has new tokens, values and a new π. A token's embedding is two codes of half of d_model:
/// its own, Gaussian, and that of the token it looks for. So there is something to learn for all sequences, W_Q W_Kᵀ
/// that matches the second half with the first.
class Sequences {
public:
    /// Throws UsageError where the source is not projected, or where d_model is too small for two codes.
    Sequences(const Scene& scene, HeadPointer head);
    Sequence at(Index number) const;

private:
    TrainingTask m_task;
    std::uint64_t m_seed;
    HeadPointer m_head;
};

} // namespace softscope
