#include "ui/charts/axis_range.h"

#include "tests/catch.h"

#include <QStringList>

#include <cmath>
#include <random>

using namespace softscope;

namespace {

QStringList textsOf(const std::vector<AxisTick>& ticks) {
    QStringList texts;
    for (const AxisTick& tick : ticks)
        texts.append(tick.text);
    return texts;
}

bool isRoundStep(double step) {
    const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    for (const double round : {1.0, 2.0, 2.5, 5.0}) {
        if (std::abs(mantissa - round) < 1e-6)
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("a round range holds the numbers, begins and ends on its steps and wastes less than two") {
    const std::uint64_t seed = std::random_device{}();
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> exponent(-8, 8), place(-3, 3);
    for (int i = 0; i < 500; ++i) {
        const double width = std::pow(10.0, exponent(random)), low = width * place(random), high = low + width;
        const AxisRange range = roundRange(low, high);
        INFO("seed " << seed << ": " << low << " to " << high);
        CHECK(range.low <= low + 1e-6 * width);
        CHECK(range.high >= high - 1e-6 * width);
        CHECK(low - range.low < range.step);
        CHECK(range.high - high < range.step);
        CHECK(isRoundStep(range.step));
        const std::vector<AxisTick> ticks = ticksOf(range);
        CHECK(ticks.size() >= 3);
        CHECK(ticks.size() <= 8);
        CHECK(ticks.front().at == Approx(range.low).margin(1e-9 * width));
        CHECK(ticks.back().at == Approx(range.high).margin(1e-9 * width));
    }
}

TEST_CASE("a range of nothing is still a range") {
    CHECK(roundRange(0, 0) == AxisRange{});
    const AxisRange five = roundRange(5, 5);
    CHECK(five.low < 5);
    CHECK(five.high > 5);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(roundRange(nan, nan) == AxisRange{});
}

TEST_CASE("tick labels: as many decimals as the step needs, a true minus sign, never shortened") {
    CHECK(textsOf(ticksOf({-40, 40, 20})) == QStringList{"−40", "−20", "0", "20", "40"});
    CHECK(textsOf(ticksOf({0, 0.06, 0.02})) == QStringList{"0.00", "0.02", "0.04", "0.06"});
    CHECK(textsOf(ticksOf({0, 1, 0.25})) == QStringList{"0.00", "0.25", "0.50", "0.75", "1.00"});
    CHECK(textsOf(ticksOf({0, 7.5, 2.5})) == QStringList{"0.0", "2.5", "5.0", "7.5"});
    CHECK(textsOf(ticksOf({-0.2, 0.2, 0.2})) == QStringList{"−0.2", "0.0", "0.2"});
    CHECK(textsOf(ticksOf({0, 1e7, 5e6})) == QStringList{"0", "5.00e6", "1.00e7"});
}

TEST_CASE("keys are whole numbers, the first and the last always among them") {
    CHECK(textsOf(integerTicks(1, 8)) == QStringList{"0"});
    CHECK(textsOf(integerTicks(3, 8)) == QStringList{"0", "1", "2"});
    CHECK(textsOf(integerTicks(27, 8)) == QStringList{"0", "5", "10", "15", "20", "26"});
    CHECK(integerTicks(0, 8).empty());
    for (long count = 1; count < 3000; count = count * 4 / 3 + 1) {
        const std::vector<AxisTick> ticks = integerTicks(count, 8);
        INFO(count);
        CHECK(ticks.size() <= 10);
        CHECK(ticks.front().at == 0);
        CHECK(ticks.back().at == double(count - 1));
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            CHECK(ticks[i].at == std::floor(ticks[i].at));
            CHECK((i == 0 || ticks[i].at > ticks[i - 1].at));
        }
    }
}

TEST_CASE("a steady range grows at once, keeps still for small changes and shrinks when half is empty") {
    CHECK(SteadyRange().take(0, 0) == AxisRange{}); // nothing but zeros still has an axis
    SteadyRange steady;
    CHECK(steady.take(0, 9) == AxisRange{0, 10, 2});
    CHECK(steady.take(0, 6) == AxisRange{0, 10, 2});
    CHECK(steady.take(0, 11).high >= 11);
    const AxisRange grown = steady.range();
    CHECK(steady.take(0, 8) == grown);
    CHECK(steady.take(0, 2) == AxisRange{0, 2, 0.5});
    CHECK(steady.take(-1, 2).low <= -1);
}
