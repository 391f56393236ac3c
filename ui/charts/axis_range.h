// Round ranges for the axes of charts, that do not jitter while the numbers move.
#pragma once

#include <QString>

#include <vector>

namespace softscope {

/// A place on an axis with its label.
struct AxisTick {
    double at = 0;
    QString text;
    bool operator==(const AxisTick&) const = default;
};

/// From low to high in whole steps of 1, 2, 2.5 or 5 × 10^k.
struct AxisRange {
    double low = 0, high = 1, step = 0.2;
    bool operator==(const AxisRange&) const = default;
};

/// The least such range around [low, high] with at most `mostSteps` + 2 steps; [0, 1] where the two are 0.
AxisRange roundRange(double low, double high, int mostSteps = 5);

/// Its ticks, all with as many decimals as the step needs, a true minus sign, 10^k beyond six digits.
std::vector<AxisTick> ticksOf(const AxisRange& range);

/// Whole numbers from 0 to count − 1, at most `most` of them; the last one always.
std::vector<AxisTick> integerTicks(long count, int most);

/// A range that grows as soon as the numbers need it and shrinks only when they leave half of it empty.
class SteadyRange {
public:
    /// What to show for numbers from low to high.
    const AxisRange& take(double low, double high);
    const AxisRange& range() const { return m_range; }

private:
    AxisRange m_range{0, 0, 0};
};

} // namespace softscope
