// One attention head, immutable once built and shared.
#pragma once

#include "core/base/matrix.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace softscope {

/// q = x W_Q, k = x W_K, v = x W_V.
struct Projection {
    MatrixF x;          ///< [n × d_model]
    MatrixF wQ, wK, wV; ///< [d_model × d_k], [d_model × d_k], [d_model × d_v]
};

struct Head {
    MatrixF q; ///< [n_q × d_k]
    MatrixF k; ///< [n_k × d_k]
    MatrixF v; ///< [n_k × d_v]
    std::optional<Projection> projection;
    std::optional<MatrixF> bias; ///< [n_q × n_k], added to the logits after the softcap; −inf masks
    std::optional<MatrixB> mask; ///< [n_q × n_k], true = attend
    std::vector<std::string> queryLabels, keyLabels; ///< may be shorter than n: those beyond are numbered
    std::string origin;                ///< one phrase for the window: "Gaussian, seed 1", "minilm, layer 0, head 2"
    std::vector<std::string> warnings; ///< sentences: NaN counted, values that did not fit

    Index nQ() const { return q.rows(); }
    Index nK() const { return k.rows(); }
    Index dK() const { return q.cols(); }
    Index dV() const { return v.cols(); }
};

using HeadPointer = std::shared_ptr<const Head>;

/// The label of token i, or its number as text.
std::string labelOf(const std::vector<std::string>& labels, Index i);

} // namespace softscope
