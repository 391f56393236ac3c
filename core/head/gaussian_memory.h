// The standard normal matrices of the last seed, so that a drag of d_k or n draws only what is new.
#pragma once

#include "core/head/random.h"

#include <array>
#include <cstddef>
#include <vector>

namespace softscope {

class GaussianMemory {
public:
    /// Never keeps more than `mostBytes`; 0: keeps nothing.
    explicit GaussianMemory(std::size_t mostBytes);

    /// target(i, j) = sigma × gaussianAt(seed, stream, i, j): bit for bit what fillGaussian gives,
    /// and as it throws Cancelled.
    void fill(Eigen::Ref<MatrixF> target, std::uint64_t seed, Stream stream, double sigma, int threads = 0,
              const std::stop_token& stop = {});

private:
    /// Some columns of a stream's endless matrix; the first `drawn` rows are valid. Columns are kept in panels so that
    /// a larger d_k moves nothing that is there.
    struct Panel {
        MatrixF numbers;
        Index drawn = 0;
    };
    struct Kept {
        std::uint64_t seed = 0;
        std::vector<Panel> panels;
    };
    bool makeRoom(Kept& kept, Index rows, std::size_t panels);

    std::array<Kept, 9> m_kept; ///< by the number of the stream
    std::size_t m_mostBytes;
};

} // namespace softscope
