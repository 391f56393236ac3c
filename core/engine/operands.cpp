#include "core/engine/operands.h"

#include <algorithm>
#include <cmath>

namespace softscope {

FiniteMatrix::FiniteMatrix(const MatrixF& source) : m_source(source) {
    // A sum of x − x is 0 exactly where all numbers are finite.
    if ((source.array() - source.array()).sum() == 0)
        return;
    m_copy = source;
    for (Index i = 0; i < source.rows(); ++i) {
        bool bad = false;
        for (Index c = 0; c < source.cols(); ++c) {
            if (std::isfinite(m_copy(i, c)))
                continue;
            m_copy(i, c) = 0;
            bad = true;
        }
        if (bad)
            m_bad.push_back(i);
    }
}

MatrixF normalisedRows(const MatrixF& matrix) {
    MatrixF result = matrix;
    for (Index i = 0; i < matrix.rows(); ++i) {
        const double norm = matrix.row(i).cast<double>().norm();
        if (norm != 0)
            result.row(i) = (matrix.row(i).cast<double>() / norm).cast<float>();
    }
    return result;
}

QueryKey::QueryKey(const Head& head, bool qkNorm, int threads, const std::stop_token& stop)
    : m_head(head), m_own(qkNorm), m_q(qkNorm ? normalisedRows(head.q) : MatrixF()),
      m_k(qkNorm ? normalisedRows(head.k) : MatrixF()), m_packed(k(), threads, stop) {}

KeyRange keysOfRows(const std::vector<Mask>& masks, Index row, Index rows, Index nQ, Index nK) {
    KeyRange all;
    for (Index i = row; i < row + rows; ++i)
        all = joined(all, allowedKeys(masks, i, nQ, nK));
    return all;
}

Index blockRows(Index nK) {
    constexpr Index cells = 131'072;
    constexpr Index step = 24; // a multiple of what the registers hold of any processor
    return std::clamp<Index>(cells / std::max<Index>(nK, 1) / step, 1, 2) * step;
}

} // namespace softscope
