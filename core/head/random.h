// Counter-based random numbers: each is a pure function of (seed, stream, row, column).
#pragma once

#include "core/base/matrix.h"

#include <cstdint>
#include <stop_token>

namespace softscope {

/// Which matrix a number belongs to. The values are part of every saved scene's meaning: never change them.
enum class Stream : std::uint32_t {
    q = 1,
    k = 2,
    v = 3,
    x = 4,
    wQ = 5,
    wK = 6,
    wV = 7,
    noise = 8,
    upstream = 9, ///< a random ∂L/∂O
    seeds = 10    ///< of derivedSeed()
};

/// A standard normal number for one place. Bit for bit the same on every machine and number of threads.
float gaussianAt(std::uint64_t seed, Stream stream, std::uint64_t row, std::uint64_t column);

/// The seed of the number-th of a family of heads that one seed stands for.
std::uint64_t derivedSeed(std::uint64_t seed, std::uint64_t number);

/// Fills columns [colBegin, target.cols()) of every row with sigma × gaussianAt(seed, stream, row, column), in
/// parallel on at most `threads` threads (0: all cores). Throws Cancelled once `stop` is set.
void fillGaussian(Eigen::Ref<MatrixF> target, std::uint64_t seed, Stream stream, double sigma, Index colBegin = 0,
                  int threads = 0, const std::stop_token& stop = {});

/// The same for a block of a larger matrix: target(i, j) is the number at (firstRow + i, firstCol + j).
void fillGaussianBlock(Eigen::Ref<MatrixF> target, std::uint64_t seed, Stream stream, double sigma, Index firstRow,
                       Index firstCol, Index colBegin = 0, int threads = 0, const std::stop_token& stop = {});

} // namespace softscope
