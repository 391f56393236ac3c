#include "ui/charts/axis_range.h"

#include "core/render/number_text.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

/// 1, 2, 2.5 or 5 × 10^k, no less than x > 0.
double roundStep(double x, bool whole) {
    const double decade = std::pow(10.0, std::floor(std::log10(x)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (x <= factor * decade * (1 + 1e-9) && !(whole && factor == 2.5 && decade < 10))
            return factor * decade;
    }
    return 10 * decade;
}

int decimalsOf(double step) {
    const double exponent = std::floor(std::log10(step) + 1e-9);
    const bool half = std::abs(step / std::pow(10.0, exponent) - 2.5) < 1e-6;
    return std::max(0, int(-exponent) + (half ? 1 : 0));
}

QString tickText(double value, double step, double largest) {
    if (largest >= 1e6 || step < 1e-4)
        return QString::fromStdString(numberText(value));
    QString text = QString::number(std::abs(value), 'f', decimalsOf(step)); // C locale, as all numbers here
    return value < 0 ? QChar(0x2212) + text : text;
}

} // namespace

AxisRange roundRange(double low, double high, int mostSteps) {
    if (!(low < high)) {
        const double size = std::abs(low);
        return size == 0 || !std::isfinite(size) ? AxisRange{} : roundRange(low - size / 2, low + size / 2, mostSteps);
    }
    const double step = roundStep((high - low) / mostSteps, false);
    constexpr double slack = 1e-9; // a number on a tick needs no further step
    return {std::floor(low / step + slack) * step, std::ceil(high / step - slack) * step, step};
}

std::vector<AxisTick> ticksOf(const AxisRange& range) {
    std::vector<AxisTick> ticks;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const auto count = long(std::lround((range.high - range.low) / range.step));
    const double first = std::round(range.low / range.step);
    for (long i = 0; i <= count; ++i) {
        const double value = (first + double(i)) * range.step;
        ticks.push_back({value, tickText(value, range.step, largest)});
    }
    return ticks;
}

std::vector<AxisTick> integerTicks(long count, int most) {
    std::vector<AxisTick> ticks;
    const long last = count - 1;
    const long step = last <= 0 ? 1 : std::max(1L, std::lround(roundStep(double(last) / std::max(most, 1), true)));
    for (long i = 0; i < last; i += step) {
        if (i == 0 || last - i >= (step + 1) / 2) // the last one needs room
            ticks.push_back({double(i), QString::number(i)});
    }
    if (count > 0)
        ticks.push_back({double(last), QString::number(last)});
    return ticks;
}

const AxisRange& SteadyRange::take(double low, double high) {
    const double room = m_range.high - m_range.low;
    const bool fits = low >= m_range.low && high <= m_range.high;
    if (!fits || room <= 0 || high - low < room / 2)
        m_range = roundRange(low, high);
    return m_range;
}

} // namespace softscope
