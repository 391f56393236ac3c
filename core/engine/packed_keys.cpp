#include "core/engine/packed_keys.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <utility>

namespace softscope {

namespace {

using Traits = Eigen::internal::packet_traits<float>;
using Packet = Traits::type;

// A tile of scores stays in registers while the dimensions go by: tileRows queries × two packets of keys, with room
// left for the two packets of k and one number of q. With 32 registers 24 hold sums, with 16 of them 12.
constexpr Index lanes = Traits::size;
constexpr Index panelKeys = 2 * lanes;
constexpr Index tileRows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 12 : 6;

/// Numbers are summed in runs of this many dimensions, and the runs then: it keeps a long sum's rounding small.
constexpr Index run = 256;

/// target [rows × panelKeys, rows `stride` apart] = q kᵀ, with q [depth × tileRows] and k [depth × panelKeys], both
/// packed.
template <int rows>
void tile(const float* q, const float* k, Index depth, float* target, Index stride) {
    using Eigen::internal::padd, Eigen::internal::pload, Eigen::internal::ploadu, Eigen::internal::pmadd,
        Eigen::internal::pset1, Eigen::internal::pstoreu;
    for (Index begin = 0; begin == 0 || begin < depth; begin += run) {
        const Index end = std::min(begin + run, depth);
        Packet left[rows], right[rows];
#pragma GCC unroll 16
        for (int r = 0; r < rows; ++r)
            left[r] = right[r] = pset1<Packet>(0.F);
        for (Index d = begin; d < end; ++d, q += tileRows, k += panelKeys) {
            const Packet kLeft = pload<Packet>(k), kRight = pload<Packet>(k + lanes);
#pragma GCC unroll 16
            for (int r = 0; r < rows; ++r) {
                const Packet number = pset1<Packet>(q[r]);
                left[r] = pmadd(number, kLeft, left[r]);
                right[r] = pmadd(number, kRight, right[r]);
            }
        }
        for (int r = 0; r < rows; ++r) {
            float* const sums = target + r * stride;
            pstoreu(sums, begin == 0 ? left[r] : padd(ploadu<Packet>(sums), left[r]));
            pstoreu(sums + lanes, begin == 0 ? right[r] : padd(ploadu<Packet>(sums + lanes), right[r]));
        }
    }
}

using Tile = void (*)(const float* q, const float* k, Index depth, float* target, Index stride);

template <int... less>
constexpr std::array<Tile, sizeof...(less)> tilesOf(std::integer_sequence<int, less...>) {
    return {tile<less + 1>...};
}
/// The tile of r rows at r − 1.
constexpr auto tiles = tilesOf(std::make_integer_sequence<int, int(tileRows)>());

/// room = q[row, row + rows) in tiles of tileRows rows, the numbers of one dimension beside each other.
void packQueries(const MatrixF& q, Index row, Index rows, VectorF& room) {
    const Index depth = q.cols(), count = (rows + tileRows - 1) / tileRows;
    room.resize(count * tileRows * depth);
    for (Index r = 0; r < rows; ++r) {
        const float* const source = q.data() + (row + r) * depth;
        float* const target = room.data() + r / tileRows * tileRows * depth + r % tileRows;
        for (Index d = 0; d < depth; ++d)
            target[d * tileRows] = source[d];
    }
}

/// panel [depth × panelKeys] = kᵀ of `keys` keys, the rest 0. A few dimensions at a time: what is written stays in
/// cache.
void packPanel(const float* k, Index keys, Index depth, float* panel) {
    constexpr Index step = 16;
    if (keys < panelKeys)
        std::fill(panel, panel + depth * panelKeys, 0.F);
    for (Index begin = 0; begin < depth; begin += step) {
        const Index end = std::min(begin + step, depth);
        for (Index j = 0; j < keys; ++j)
            for (Index d = begin; d < end; ++d)
                panel[d * panelKeys + j] = k[j * depth + d];
    }
}

} // namespace

PackedKeys::PackedKeys(const MatrixF& k, int threads, const std::stop_token& stop)
    : m_keys(k.rows()), m_depth(k.cols()) {
    const Index panels = (m_keys + panelKeys - 1) / panelKeys, size = panelKeys * m_depth;
    m_panels.reset(static_cast<float*>(
        Eigen::internal::aligned_malloc(static_cast<std::size_t>(std::max<Index>(panels * size, 1)) * sizeof(float))));
    constexpr Index numbersAtATime = 65'536;
    const Index step = std::max<Index>(numbersAtATime / std::max<Index>(size, 1), 1);
    parallelFor((panels + step - 1) / step, threads, stop, [&](Index part) {
        for (Index p = part * step; p < std::min((part + 1) * step, panels); ++p)
            packPanel(k.data() + p * size, std::min(panelKeys, m_keys - p * panelKeys), m_depth,
                      m_panels.get() + p * size);
    });
}

void PackedKeys::product(const MatrixF& q, Index row, Index rows, Index col, Index cols, float* target, Index stride,
                         VectorF& room) const {
    packQueries(q, row, rows, room);
    alignas(64) float edge[tileRows * panelKeys];
    for (Index first = col / panelKeys * panelKeys; first < col + cols; first += panelKeys) {
        const float* const panel = m_panels.get() + first * m_depth;
        const Index begin = std::max(first, col), end = std::min(first + panelKeys, col + cols);
        const bool whole = end - begin == panelKeys;
        for (Index r = 0; r < rows; r += tileRows) {
            const Index height = std::min(tileRows, rows - r);
            float* const place = target + r * stride + (begin - col);
            tiles[static_cast<std::size_t>(height - 1)](room.data() + r * m_depth, panel, m_depth, whole ? place : edge,
                                                        whole ? stride : panelKeys);
            for (Index i = 0; !whole && i < height; ++i)
                std::copy(edge + i * panelKeys + (begin - first), edge + i * panelKeys + (end - first),
                          place + i * stride);
        }
    }
}

} // namespace softscope
