// Round values for colour bars and axes.
#include "core/render/color_scale.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace softscope {
namespace {

constexpr int plainExponentLow = -4, plainExponentHigh = 5;

/// mantissa × 10^exponent with `decimals` places of the mantissa: "0.25", "−1.5e−17", "2000".
std::string decimalText(double mantissa, int exponent, int decimals) {
    std::array<char, 64> buffer;
    const bool plain = exponent >= plainExponentLow && exponent <= plainExponentHigh;
    const double shown = plain ? mantissa * std::pow(10.0, exponent) : mantissa;
    const int places = std::max(0, plain ? decimals - exponent : decimals);
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(shown), std::chars_format::fixed, places);
    std::string text = mantissa < 0 ? "−" : "";
    text.append(buffer.data(), end.ptr);
    if (!plain)
        text += (exponent < 0 ? "e−" : "e") + std::to_string(std::abs(exponent));
    return text;
}

struct Step {
    double mantissa;
    int decimals; ///< of the mantissa's multiples, counted from 10^0
};
constexpr std::array<Step, 7> steps{{{1, 0}, {2, 0}, {2.5, 1}, {5, 0}, {10, -1}, {20, -1}, {25, 0}}};
constexpr double smallestRange = 1e-300; // of doubles that can still be divided by a power of ten
constexpr double slack = 1e-9;           // of a step: an end that is a multiple but for rounding counts

/// The multiples of one step from low to high.
std::vector<Tick> multiples(double low, double high, const Step& step, int exponent) {
    const double size = step.mantissa * std::pow(10.0, exponent);
    const double first = std::ceil(low / size - slack), last = std::floor(high / size + slack);
    const int largest = static_cast<int>(std::floor(std::log10(std::max(std::abs(low), std::abs(high))) + 1e-12));
    // Places are counted at the largest number, so that all ticks have equally many.
    const int decimals = std::max(0, largest - exponent + step.decimals);
    std::vector<Tick> found;
    for (int i = 0; i <= static_cast<int>(last - first); ++i) {
        const double value = std::clamp((first + i) * size, low, high);
        const bool zero = first + i == 0;
        found.push_back(
            {zero ? 0 : value, zero ? "0" : decimalText(value / std::pow(10.0, largest), largest, decimals)});
    }
    return found;
}

/// Multiples of 1, 2, 2.5 or 5 × 10^k from low to high: at most `count`, unless that leaves fewer than two.
std::vector<Tick> linearTicks(double low, double high, int count) {
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
    std::vector<Tick> found = multiples(low, high, *step, exponent);
    if (found.size() < 2 && step != steps.begin())
        found = multiples(low, high, *(step - 1), exponent);
    return found;
}

/// Powers of ten between two positive numbers, every so many of them that there are at most `count`. Multiples of the
/// stride stand still while the ends move.
std::vector<Tick> powerTicks(double low, double high, int count) {
    const double first = std::ceil(std::log10(low) - slack), last = std::floor(std::log10(high) + slack);
    for (const int stride : {1, 2, 5, 10, 20, 50, 100, 200, 500}) {
        const int from = static_cast<int>(std::ceil(first / stride)), to = static_cast<int>(std::floor(last / stride));
        if (to - from >= count)
            continue;
        std::vector<Tick> found;
        for (int i = from; i <= to; ++i)
            found.push_back({std::pow(10.0, i * stride), decimalText(1, i * stride, 0)});
        return found;
    }
    return {};
}

/// 1, 2 and 5 times powers of ten, for a range of a few decades at most.
std::vector<Tick> oneTwoFiveTicks(double low, double high) {
    std::vector<Tick> ticks;
    const int first = static_cast<int>(std::floor(std::log10(low))),
              last = static_cast<int>(std::ceil(std::log10(high)));
    for (int e = first; e <= last; ++e) {
        for (const double mantissa : {1.0, 2.0, 5.0}) {
            const double value = mantissa * std::pow(10.0, e);
            if (value >= low * (1 - 1e-12) && value <= high * (1 + 1e-12))
                ticks.push_back({value, decimalText(mantissa, e, 0)});
        }
    }
    return ticks;
}

std::vector<Tick> logTicks(double low, double high, int count) {
    std::vector<Tick> ticks = powerTicks(low, high, count);
    if (ticks.size() < 3 && high / low < 1000) {
        const std::vector<Tick> finer = oneTwoFiveTicks(low, high);
        if (finer.size() <= static_cast<std::size_t>(count))
            ticks = finer;
    }
    return ticks.size() < 2 ? linearTicks(low, high, count) : ticks;
}

std::vector<Tick> symlogTicks(const ColorScale& scale, int count) {
    const bool both = scale.low < 0 && scale.high > 0;
    const int oneSide = std::max(1, both ? (count - 1) / 2 : count - 1);
    std::vector<Tick> ticks;
    if (scale.low < -scale.linear) {
        ticks = powerTicks(std::max(scale.linear, -scale.high), -scale.low, oneSide);
        std::reverse(ticks.begin(), ticks.end());
        for (Tick& tick : ticks) {
            tick.value = -tick.value;
            tick.text.insert(0, "−");
        }
    }
    if (scale.low <= 0 && scale.high >= 0)
        ticks.push_back({0, "0"});
    if (scale.high > scale.linear) {
        const std::vector<Tick> above = powerTicks(std::max(scale.linear, scale.low), scale.high, oneSide);
        ticks.insert(ticks.end(), above.begin(), above.end());
    }
    return ticks.size() < 2 ? linearTicks(scale.low, scale.high, count) : ticks;
}

} // namespace

std::vector<Tick> ticks(const ColorScale& scale, int count) {
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

} // namespace softscope
