// The product of the pass, Q Kᵀ, over keys that were put in the order in which it reads them, once an evaluation.
#pragma once

#include "core/base/matrix.h"

#include <memory>
#include <stop_token>

namespace softscope {

/// K [n_k × d_k] in panels of some keys each, a panel's numbers of one dimension beside each other: what the registers
/// load together. As large as K; keys that the last panel has too many of are 0.
class PackedKeys {
public:
    /// Packs on `threads` threads (as parallelFor). Throws Cancelled when `stop` is set.
    explicit PackedKeys(const MatrixF& k, int threads = 0, const std::stop_token& stop = {});

    /// target [rows × cols, rows `stride` apart] = q[row, row + rows) · k[col, col + cols)ᵀ, with q [n_q × d_k]. Each
    /// number is summed over the dimensions in one order, whatever block it is part of. `room` is memory to work in.
    void product(const MatrixF& q, Index row, Index rows, Index col, Index cols, float* target, Index stride,
                 VectorF& room) const;

private:
    struct Free {
        void operator()(float* values) const { Eigen::internal::aligned_free(values); }
    };
    Index m_keys, m_depth;
    std::unique_ptr<float[], Free> m_panels;
};

} // namespace softscope
