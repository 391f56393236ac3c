// Compiled without fused multiply-add (core/CMakeLists.txt): only + − × ÷ √ in a fixed order, which IEEE 754 rounds
// alike everywhere, so that vector width, compiler and processor change no bit.
#include "core/head/random.h"

#include "core/base/parallel.h"
#include "core/head/philox.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace softscope {
namespace {

constexpr int lanes = 16;
using Counters = std::array<std::array<std::uint32_t, lanes>, 4>;

/// ln p for a positive, normal p: m·2^e with m in [√½, √2), ln m = 2 artanh((m − 1)/(m + 1)).
inline float logarithm(float p) {
    constexpr std::int32_t one = 0x3F800000, rootHalf = 0x3F3504F3;
    const std::int32_t bits = std::bit_cast<std::int32_t>(p) + (one - rootHalf);
    const auto exponent = static_cast<float>((bits >> 23) - 127);
    const float m = std::bit_cast<float>((bits & 0x007FFFFF) + rootHalf);
    const float s = (m - 1.0F) / (m + 1.0F);
    const float s2 = s * s;
    const float series = (((s2 * (1.0F / 9) + 1.0F / 7) * s2 + 1.0F / 5) * s2 + 1.0F / 3) * s2 + 1.0F;
    return exponent * 0.693147180559945F + 2.0F * s * series;
}

/// The normal quantile of a 32-bit number: Wichura's PPND7 (Algorithm AS 241, Applied Statistics 37, 1988). The lowest
/// bit is the sign, the others the tail's probability p = (m + ½)/2³² in (0, ½). Its second tail formula starts at
/// p = e⁻²⁵, below the least p here.
inline float normal(std::uint32_t bits) {
    const float p = (static_cast<float>(static_cast<std::int32_t>(bits >> 1)) + 0.5F) * 0x1p-32F;
    const float q = 0.5F - p;
    const float c = 0.180625F - q * q;
    const float central = q * (((5.9109374720e1F * c + 1.5929113202e2F) * c + 5.0434271938e1F) * c + 3.3871327179F) /
                          (((6.7187563600e1F * c + 7.8757757664e1F) * c + 1.7895169469e1F) * c + 1.0F);
    const float t = std::sqrt(-logarithm(p)) - 1.6F;
    const float tail = (((1.7023821103e-1F * t + 1.3067284816F) * t + 2.7568153900F) * t + 1.4234372777F) /
                       ((1.2021132975e-1F * t + 7.3700164250e-1F) * t + 1.0F);
    const float magnitude = q <= 0.425F ? central : tail;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) ^ (bits << 31));
}

/// The counter of four neighbouring columns of a row. Part of every saved scene's meaning.
inline std::array<std::uint32_t, 4> counterOf(Stream stream, std::uint64_t row, std::uint64_t columnBlock) {
    return {static_cast<std::uint32_t>(columnBlock), static_cast<std::uint32_t>(row),
            static_cast<std::uint32_t>(row >> 32),
            static_cast<std::uint32_t>(stream) ^ (static_cast<std::uint32_t>(columnBlock >> 32) << 8)};
}

/// The part of a matrix to be filled, and where it stands in the endless matrix of random numbers.
struct Task {
    Eigen::Ref<MatrixF>& target;
    std::uint64_t seed;
    Stream stream;
    float factor;
    Index firstRow, firstCol; ///< of target(0, 0) in the endless matrix
    Index colBegin;           ///< columns of target before this one stay as they are
    Index firstBlock, blocks; ///< [firstBlock, blocks) are the blocks of four columns that target meets
};

/// A position that walks over the blocks, row after row.
struct Walk {
    Index row, block;
    void step(const Task& task) {
        if (++block == task.blocks) {
            block = task.firstBlock;
            ++row;
        }
    }
};

/// The next `used` blocks from `walk` on.
void fillLanes(const Task& task, Walk& walk, int used) {
    Counters counters;
    Walk ahead = walk;
    for (int i = 0; i < lanes; ++i, ahead.step(task)) {
        const auto counter = counterOf(task.stream, static_cast<std::uint64_t>(task.firstRow + ahead.row),
                                       static_cast<std::uint64_t>(ahead.block));
        for (int word = 0; word < 4; ++word)
            counters[word][i] = counter[word];
    }
    philox<lanes>(counters, task.seed);
    std::array<std::array<float, lanes>, 4> numbers;
    for (int word = 0; word < 4; ++word) {
        for (int i = 0; i < lanes; ++i)
            numbers[word][i] = task.factor * normal(counters[word][i]);
    }
    const Index cols = task.target.cols();
    for (int i = 0; i < used; ++i, walk.step(task)) {
        const Index col = walk.block * 4 - task.firstCol;
        float* const out = task.target.data() + walk.row * task.target.outerStride();
        for (int word = 0; word < 4; ++word) {
            if (col + word >= task.colBegin && col + word < cols)
                out[col + word] = numbers[word][i];
        }
    }
}

} // namespace

float gaussianAt(std::uint64_t seed, Stream stream, std::uint64_t row, std::uint64_t column) {
    const auto counter = counterOf(stream, row, column / 4);
    std::array<std::array<std::uint32_t, 1>, 4> one{{{counter[0]}, {counter[1]}, {counter[2]}, {counter[3]}}};
    philox<1>(one, seed);
    return normal(one[column % 4][0]);
}

std::uint64_t derivedSeed(std::uint64_t seed, std::uint64_t number) {
    const auto counter = counterOf(Stream::seeds, number, 0);
    std::array<std::array<std::uint32_t, 1>, 4> one{{{counter[0]}, {counter[1]}, {counter[2]}, {counter[3]}}};
    philox<1>(one, seed);
    return std::uint64_t(one[1][0]) << 32 | one[0][0];
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): an Eigen::Ref by value is how Eigen says "written to"
void fillGaussian(Eigen::Ref<MatrixF> target, std::uint64_t seed, Stream stream, double sigma, Index colBegin,
                  int threads, const std::stop_token& stop) {
    fillGaussianBlock(target, seed, stream, sigma, 0, 0, colBegin, threads, stop);
}

void fillGaussianBlock(Eigen::Ref<MatrixF> target, std::uint64_t seed, Stream stream, double sigma, Index firstRow,
                       Index firstCol, Index colBegin, int threads, const std::stop_token& stop) {
    const Index cols = target.cols();
    if (target.rows() == 0 || colBegin >= cols)
        return;
    const Task task{target,
                    seed,
                    stream,
                    static_cast<float>(sigma),
                    firstRow,
                    firstCol,
                    colBegin,
                    (firstCol + colBegin) / 4,
                    (firstCol + cols + 3) / 4};
    const Index grain = std::max<Index>(1, 4096 / (cols - colBegin));
    parallelFor((target.rows() + grain - 1) / grain, threads, stop, [&](Index part) {
        Walk walk{part * grain, task.firstBlock};
        const Index rows = std::min(grain, target.rows() - part * grain);
        const Index total = rows * (task.blocks - task.firstBlock);
        for (Index done = 0; done < total; done += lanes)
            fillLanes(task, walk, static_cast<int>(std::min<Index>(lanes, total - done)));
    });
}

} // namespace softscope
