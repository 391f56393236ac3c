// What the curve against d_k is made of: the sizes, the rows that are looked at, and all keys, a block at a time.
#pragma once

#include "core/analysis/row_sums.h"
#include "core/base/error.h"
#include "core/engine/logits.h"
#include "core/head/build.h"

#include <algorithm>
#include <array>
#include <functional>
#include <stop_token>
#include <vector>

namespace softscope {

inline constexpr std::array<Index, 11> dkSizes{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

/// Everything that the points share.
struct DkPlan {
    Index tokens = 0;
    std::vector<Index> rows;           ///< the queries that are looked at
    std::vector<LogitOptions> options; ///< two for each size: scaled, unscaled
    std::stop_token stop;

    /// Where a row at a size stands: scaled rows, then unscaled ones.
    std::size_t placeOf(std::size_t size, std::size_t unscaled, std::size_t row) const {
        return (2 * size + unscaled) * rows.size() + row;
    }
};
DkPlan dkPlan(const Scene& scene, std::stop_token stop, Index mostRows);

/// One row at one size, over the keys so far.
struct DkRow {
    RowSums sums;
    float highest = -std::numeric_limits<float>::infinity(); ///< logit
    Index winner = -1;                                       ///< the key that has it
};
using DkSums = std::vector<DkRow>;

/// The keys of the sizes [firstSize, lastSize): each size uses the first columns.
struct DkKeys {
    std::size_t firstSize = 0, lastSize = 0;
    MatrixF q;                                          ///< [rows × widest]
    std::function<MatrixF(Index begin, Index count)> k; ///< [count × widest]
    std::function<MatrixF(Index begin, Index count)> v; ///< [count × the widest d_v]; for the gradient only
    std::optional<Index> dV;                            ///< empty: d_k
    Index valuesAt(std::size_t size) const { return dV.value_or(dkSizes[size]); }
};

/// Calls take() for keys that together are of all sizes. Throws Cancelled, and Error as HeadBuilder::build does.
void forEachDkKeys(const DkPlan& plan, const Scene& scene, HeadBuilder& builder, bool values,
                   const std::function<void(const DkKeys&)>& take);

/// q·k [rows × keys], of unit vectors with QK-norm.
MatrixF dkScores(const DkPlan& plan, const Eigen::Ref<const MatrixF>& q, const Eigen::Ref<const MatrixF>& k);

/// The norm of every row of ∂L/∂q for G = ∂L/∂O of ones, into the rows' places: from the finished sums.
void dkGradients(const DkPlan& plan, const DkKeys& keys, const DkSums& sums, std::vector<double>& norms);

/// Blocks of keys, a few of them a chunk: a chunk is one thread's.
struct DkChunks {
    static constexpr Index blockKeys = 512;
    Index tokens, blocks, count;

    DkChunks(Index n, Index most) : tokens(n) {
        const Index all = (n + blockKeys - 1) / blockKeys;
        blocks = (all + most - 1) / most;
        count = (all + blocks - 1) / blocks;
    }
    template <typename Take>
    void forEachBlock(Index chunk, const std::stop_token& stop, Take&& take) const {
        const Index end = std::min((chunk + 1) * blocks * blockKeys, tokens);
        for (Index begin = chunk * blocks * blockKeys; begin < end; begin += blockKeys) {
            if (stop.stop_requested())
                throw Cancelled();
            take(begin, std::min(blockKeys, end - begin));
        }
    }
};

} // namespace softscope
