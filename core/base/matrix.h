// The matrix types that the whole program shares.
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace softscope {

using Index = Eigen::Index;
/// Row-major, so that one token's vector and one query's row lie together in memory.
using MatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixB = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using VectorF = Eigen::Matrix<float, Eigen::Dynamic, 1>;
using VectorD = Eigen::Matrix<double, Eigen::Dynamic, 1>;

} // namespace softscope
