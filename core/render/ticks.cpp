// Round values for colour bars and axes.
#include "core/render/tick_exponent.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace softscope {
namespace {

// Numbers outside of these are written with a power of ten.
constexpr int linearLow = -3, linearHigh = 4; // exponents of the largest
constexpr int powerLow = -4, powerHigh = 5;

/// With a true minus sign.
std::string fixedText(double value, int places) {
    std::array<char, 512> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::fixed, places);
    std::string text = value < 0 ? "−" : "";
    return text.append(buffer.data(), end.ptr);
}

/// The texts of the marks are to be read times 10^exponent.
struct Ticks {
    std::vector<Tick> marks;
    int exponent = 0;
};

struct Step {
    double mantissa;
    int decimals; ///< of the mantissa's multiples, counted from 10^0
};
constexpr std::array<Step, 7> steps{{{1, 0}, {2, 0}, {2.5, 1}, {5, 0}, {10, -1}, {20, -1}, {25, 0}}};
constexpr double smallestRange = 1e-300; // of doubles that can still be divided by a power of ten
constexpr double slack = 1e-9;           // of a step: an end that is a multiple but for rounding counts

/// The multiples of one step from low to high.
Ticks multiples(double low, double high, const Step& step, int exponent) {
    const double size = step.mantissa * std::pow(10.0, exponent);
    const double first = std::ceil(low / size - slack), last = std::floor(high / size + slack);
    const int largest = static_cast<int>(std::floor(std::log10(std::max(std::abs(low), std::abs(high))) + 1e-12));
    Ticks found;
    found.exponent = largest < linearLow || largest > linearHigh ? largest : 0;
    const double unit = std::pow(10.0, found.exponent);
    // As many places for all of them.
    const int places = std::max(0, step.decimals - exponent + found.exponent);
    for (int i = 0; i <= static_cast<int>(last - first); ++i) {
        const double value = std::clamp((first + i) * size, low, high);
        const bool zero = first + i == 0;
        found.marks.push_back({zero ? 0 : value, zero ? "0" : fixedText(value / unit, places)});
    }
    return found;
}

/// Multiples of 1, 2, 2.5 or 5 × 10^k from low to high: at most `count`, unless that leaves fewer than two.
Ticks linearTicks(double low, double high, int count) {
    const double rough = high / count - low / count;
    if (!(rough > smallestRange))
        return {};
    const int exponent = static_cast<int>(std::floor(std::log10(rough)));
    const auto fits = [&](const Step& step) {
        const double size = step.mantissa * std::pow(10.0, exponent);
        return std::floor(high / size + slack) - std::ceil(low / size - slack) + 1 <= count;
    };
    auto step = std::find_if(steps.begin(), steps.end(), fits);
    if (step == steps.end())
        --step;
    Ticks found = multiples(low, high, *step, exponent);
    if (found.marks.size() < 2 && step != steps.begin())
        found = multiples(low, high, *(step - 1), exponent);
    return found;
}

/// mantissa × 10^exponent, on a logarithmic axis.
struct Power {
    double mantissa = 1;
    int exponent = 0;
    double value() const { return mantissa * std::pow(10.0, exponent); }
};

/// "0.001", or "10⁻⁷" and "2×10⁻⁷" for all of them where one of them would be long; a sign before them.
void append(std::vector<Tick>& ticks, const std::vector<Power>& powers, bool negative) {
    const bool plain = std::all_of(powers.begin(), powers.end(),
                                   [](const Power& p) { return p.exponent >= powerLow && p.exponent <= powerHigh; });
    for (const Power& power : powers) {
        const double value = power.value();
        std::string text;
        if (plain)
            text = fixedText(value, std::max(0, -power.exponent));
        else if (power.mantissa == 1)
            text = power.exponent == 0 ? "1" : powerOfTenText(power.exponent);
        else
            text = fixedText(power.mantissa, 0) + "×" + powerOfTenText(power.exponent);
        ticks.push_back({negative ? -value : value, negative ? "−" + text : text});
    }
}

/// Powers of ten between two positive numbers, every so many of them that there are at most `count`. Multiples of the
/// stride stand still while the ends move.
std::vector<Power> powersOfTen(double low, double high, int count) {
    const double first = std::ceil(std::log10(low) - slack), last = std::floor(std::log10(high) + slack);
    for (const int stride : {1, 2, 5, 10, 20, 50, 100, 200, 500}) {
        const int from = static_cast<int>(std::ceil(first / stride)), to = static_cast<int>(std::floor(last / stride));
        if (to - from >= count)
            continue;
        std::vector<Power> found;
        for (int i = from; i <= to; ++i)
            found.push_back({1, i * stride});
        return found;
    }
    return {};
}

/// 1, 2 and 5 times powers of ten, for a range of a few decades at most.
std::vector<Power> oneTwoFive(double low, double high) {
    std::vector<Power> found;
    const int first = static_cast<int>(std::floor(std::log10(low))),
              last = static_cast<int>(std::ceil(std::log10(high)));
    for (int e = first; e <= last; ++e) {
        for (const double mantissa : {1.0, 2.0, 5.0}) {
            const Power power{mantissa, e};
            if (power.value() >= low * (1 - 1e-12) && power.value() <= high * (1 + 1e-12))
                found.push_back(power);
        }
    }
    return found;
}

Ticks logTicks(double low, double high, int count) {
    std::vector<Power> powers = powersOfTen(low, high, count);
    if (powers.size() < 3 && high / low < 1000) {
        const std::vector<Power> finer = oneTwoFive(low, high);
        if (finer.size() <= static_cast<std::size_t>(count))
            powers = finer;
    }
    if (powers.size() < 2)
        return linearTicks(low, high, count);
    Ticks found;
    append(found.marks, powers, false);
    return found;
}

/// One side of a symlog axis, from where it is logarithmic. The largest round number is always among them: the end of
/// the linear part alone says nothing of how far the axis goes.
std::vector<Power> sideOfSymlog(double linear, double high, int count) {
    std::vector<Power> all = powersOfTen(linear, high, 1000);
    if (all.size() < 2)
        all = oneTwoFive(linear, high);
    const std::size_t most = static_cast<std::size_t>(std::max(count, 2));
    const std::size_t stride = (all.size() + most - 1) / most;
    std::vector<Power> found;
    for (std::size_t i = 0; i < all.size(); i += stride)
        found.push_back(all[all.size() - 1 - i]);
    std::reverse(found.begin(), found.end());
    return found;
}

Ticks symlogTicks(const ColorScale& scale, int count) {
    const bool both = scale.low < 0 && scale.high > 0;
    const int oneSide = both ? (count - 1) / 2 : count - 1;
    std::vector<Tick> ticks;
    if (scale.low < -scale.linear) {
        append(ticks, sideOfSymlog(std::max(scale.linear, -scale.high), -scale.low, oneSide), true);
        std::reverse(ticks.begin(), ticks.end());
    }
    if (scale.low <= 0 && scale.high >= 0)
        ticks.push_back({0, "0"});
    if (scale.high > scale.linear)
        append(ticks, sideOfSymlog(std::max(scale.linear, scale.low), scale.high, oneSide), false);
    if (ticks.size() < 2)
        return linearTicks(scale.low, scale.high, count);
    return {ticks, 0};
}

Ticks ticksAndExponent(const ColorScale& scale, int count) {
    count = std::max(2, count);
    switch (scale.norm) {
    case NormKind::log:
        return logTicks(scale.low, scale.high, count);
    case NormKind::symlog:
        return symlogTicks(scale, count);
    default:
        return linearTicks(scale.low, scale.high, count);
    }
}

} // namespace

std::vector<Tick> ticks(const ColorScale& scale, int count) {
    return ticksAndExponent(scale, count).marks;
}

int tickExponent(const ColorScale& scale, int count) {
    return ticksAndExponent(scale, count).exponent;
}

std::string powerOfTenText(int exponent) {
    constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(exponent)))
        text += raised[static_cast<std::size_t>(digit - '0')];
    return text;
}

} // namespace softscope
