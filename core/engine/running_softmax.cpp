#include "core/engine/running_softmax.h"

#include "core/engine/packet.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

using Eigen::internal::padd, Eigen::internal::ploadu, Eigen::internal::pmadd, Eigen::internal::pmax,
    Eigen::internal::pmin, Eigen::internal::pmul, Eigen::internal::pcmp_lt, Eigen::internal::predux,
    Eigen::internal::pselect, Eigen::internal::pstoreu, Eigen::internal::psub;

/// Numbers are added in float in runs of this many, two packets at a time, and the runs in double.
constexpr Index run = 512;
constexpr Index pair = 2 * lanes;

/// The numbers from `whole` on, fewer than a pair, with `rest` behind them.
class Tail {
public:
    Tail(const float* values, Index n, float rest) {
        std::copy(values, values + n, m_values);
        std::fill(m_values + n, m_values + pair, rest);
    }
    const float* data() const { return m_values; }

private:
    float m_values[pair];
};

struct Spread {
    Packet sum[2], squares[2];
    Packet low, high;
};

inline void addSpread(const float* values, Packet origin, Spread& spread) {
    for (int half = 0; half < 2; ++half) {
        const Packet x = ploadu<Packet>(values + half * lanes), d = psub(x, origin);
        spread.sum[half] = padd(spread.sum[half], d);
        spread.squares[half] = pmadd(d, d, spread.squares[half]);
        spread.low = pmin(x, spread.low);
        spread.high = pmax(x, spread.high);
    }
}

struct Powers {
    Packet x[2], squares[2], cubes[2], moment[2];
};

inline void addPowers(const float* scores, Packet factor, Packet minusShift, Powers& powers) {
    for (int half = 0; half < 2; ++half) {
        const Packet t = pmax(pmadd(ploadu<Packet>(scores + half * lanes), factor, minusShift), packetOf(leastPower));
        const Packet x = powerOfTwo(t), square = pmul(x, x);
        powers.x[half] = padd(powers.x[half], x);
        powers.squares[half] = padd(powers.squares[half], square);
        powers.cubes[half] = pmadd(square, x, powers.cubes[half]);
        powers.moment[half] = pmadd(x, t, powers.moment[half]);
    }
}

double sumOf(const Packet (&halves)[2]) {
    return static_cast<double>(predux(padd(halves[0], halves[1])));
}

/// The sums about a shift that is −by larger, by ≤ 0: every t grows by `by`.
PowerSums about(const PowerSums& sums, double by) {
    if (by == 0)
        return sums;
    const double factor = std::exp2(by), square = factor * factor;
    return {sums.x * factor, sums.squares * square, sums.cubes * (square * factor),
            (sums.moment + sums.x * by) * factor};
}

PowerSums total(const PowerSums& a, const PowerSums& b) {
    return {a.x + b.x, a.squares + b.squares, a.cubes + b.cubes, a.moment + b.moment};
}

} // namespace

ScoreScan scanScores(const float* scores, Index n) {
    // The mean of a few numbers as the origin: near enough to that of all that float sums keep their digits, nearly
    // always; where it is not, the sums are taken again in double.
    const Index few = std::min<Index>(n, 16);
    float origin = 0;
    for (Index j = 0; j < few; ++j)
        origin += scores[j] / static_cast<float>(few);
    // Rounding must not take it out of their range: it also stands in where numbers are missing.
    const auto [least, most] = std::minmax_element(scores, scores + few);
    origin = std::clamp(origin, *least, *most);
    const Packet zero = packetOf(0), about = packetOf(origin);
    Spread spread{{zero, zero}, {zero, zero}, about, about};
    double sum = 0, squares = 0;
    const Index whole = n / pair * pair;
    for (Index begin = 0; begin < n; begin += run) {
        spread.sum[0] = spread.sum[1] = spread.squares[0] = spread.squares[1] = zero;
        Index j = begin;
        for (; j < std::min(begin + run, whole); j += pair)
            addSpread(scores + j, about, spread);
        if (j == whole && whole < n && begin + run > whole)
            addSpread(Tail(scores + whole, n - whole, origin).data(), about, spread);
        sum += sumOf(spread.sum);
        squares += sumOf(spread.squares);
    }
    const double size = static_cast<double>(n), mean = sum / size, variance = squares / size - mean * mean;
    float lows[lanes], highs[lanes];
    pstoreu(lows, spread.low);
    pstoreu(highs, spread.high);
    const float low = *std::min_element(lows, lows + lanes), high = *std::max_element(highs, highs + lanes);
    const bool plain = std::isfinite(sum) && std::isfinite(low) && std::isfinite(high);
    if (plain && std::isfinite(squares) && mean * mean <= 4 * variance)
        return {low, high, {n, static_cast<double>(origin) + mean, variance, double(low), double(high)}, true};
    return {low, high, momentsOf(scores, n), plain};
}

PowerSums powerSums(const float* scores, Index n, float factor, float shift) {
    const Packet factors = packetOf(factor), minusShift = packetOf(-shift), zero = packetOf(0);
    PowerSums sums;
    const Index whole = n / pair * pair;
    for (Index begin = 0; begin < n; begin += run) {
        Powers powers{{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}};
        Index j = begin;
        for (; j < std::min(begin + run, whole); j += pair)
            addPowers(scores + j, factors, minusShift, powers);
        if (j == whole && whole < n && begin + run > whole)
            addPowers(Tail(scores + whole, n - whole, -infinity).data(), factors, minusShift, powers);
        sums.x += sumOf(powers.x);
        sums.squares += sumOf(powers.squares);
        sums.cubes += sumOf(powers.cubes);
        sums.moment += sumOf(powers.moment);
    }
    return sums;
}

void powersRow(const float* scores, Index n, float factor, float shift, float* powers) {
    const Packet factors = packetOf(factor), minusShift = packetOf(-shift), least = packetOf(leastPower);
    const auto power = [&](const float* from) {
        const Packet t = pmadd(ploadu<Packet>(from), factors, minusShift);
        return pselect(pcmp_lt(t, least), packetOf(0), powerOfTwo(pmax(t, least)));
    };
    Index j = 0;
    for (; j + lanes <= n; j += lanes)
        pstoreu(powers + j, power(scores + j));
    if (j == n)
        return;
    const Tail tail(scores + j, n - j, -infinity);
    float rest[lanes];
    pstoreu(rest, power(tail.data()));
    std::copy(rest, rest + (n - j), powers + j);
}

float RunningSoftmax::factorOf(double scale) {
    return static_cast<float>(scale * std::numbers::log2e);
}

void RunningSoftmax::include(const PowerSums& sums, double shift) {
    if (m_others.x == 0) {
        m_others = sums;
        m_shift = shift;
        return;
    }
    const double common = std::max(m_shift, shift);
    m_others = total(about(m_others, m_shift - common), about(sums, shift - common));
    m_shift = common;
}

void RunningSoftmax::add(float* scores, Index n, Index winner, float second) {
    const double high = static_cast<double>(m_factor) * static_cast<double>(scores[winner]);
    if (n > 1) {
        const float shift = m_factor * second, kept = scores[winner];
        scores[winner] = -infinity;
        include(powerSums(scores, n, m_factor, shift), static_cast<double>(shift));
        scores[winner] = kept;
    }
    // The lesser of two winners is one of the others.
    if (m_keys > 0)
        include({1, 1, 1, 0}, std::min(m_high, high));
    m_high = m_keys > 0 ? std::max(m_high, high) : high;
    m_keys += n;
}

RowSoftmax RunningSoftmax::finished(Index winner) const {
    RowSoftmax row;
    row.keys = m_keys;
    row.winner = row.argmax = winner;
    const double shift = m_others.x == 0 ? m_high : m_shift, gap = shift - m_high, ratio = std::exp2(gap);
    row.shift = static_cast<float>(shift * std::numbers::ln2);
    row.ratio = std::exp2(static_cast<double>(powerShift()) - m_high);
    row.others = m_others.x * ratio;
    row.squares = m_others.squares * ratio * ratio;
    row.cubes = m_others.cubes * ratio * ratio * ratio;
    row.moment = (m_others.moment + m_others.x * gap) * ratio * std::numbers::ln2;
    row.total = 1 + row.others;
    row.unit = row.ratio / row.total;
    return row;
}

} // namespace softscope
