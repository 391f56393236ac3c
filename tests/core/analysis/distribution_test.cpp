#include "core/analysis/summary.h"
#include "tests/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace softscope;

namespace {

/// The definition, by sorting.
double slowQuantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double place = share * double(values.size() - 1);
    const std::size_t below = std::size_t(place), above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - double(below));
}

RowStatistics row(Index keys, double entropy, double maxWeight) {
    RowStatistics r;
    r.keys = keys;
    r.entropy = entropy;
    r.maxWeight = maxWeight;
    r.frobenius = maxWeight / 4;
    return r;
}

} // namespace

TEST_CASE("quantiles interpolate as NumPy's default does") {
    const Distribution d = distribution({4, 1, 3, 2});
    CHECK(d.mean == 2.5);
    CHECK(d.median == 2.5);
    CHECK(d.min == 1);
    CHECK(d.max == 4);
    CHECK(d.p95 == Approx(3.85).epsilon(1e-15)); // numpy.percentile([1, 2, 3, 4], 95)
    CHECK(distribution({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}).p95 == 9.5);
    CHECK(distribution({7}).p95 == 7);
}

TEST_CASE("a distribution agrees with sorting on random numbers of every small count") {
    std::mt19937_64 random(std::random_device{}());
    std::lognormal_distribution<double> skewed(0, 2);
    for (std::size_t count = 1; count < 60; ++count) {
        std::vector<double> values(count);
        for (double& x : values)
            x = skewed(random);
        const Distribution d = distribution(values);
        INFO("count " << count);
        CHECK(d.median == Approx(slowQuantile(values, 0.5)).epsilon(1e-14));
        CHECK(d.p95 == Approx(slowQuantile(values, 0.95)).epsilon(1e-14));
        CHECK(d.min == *std::min_element(values.begin(), values.end()));
        CHECK(d.max == *std::max_element(values.begin(), values.end()));
    }
}

TEST_CASE("what is not finite is left out of a distribution, and nothing leaves it undefined") {
    const double infinity = std::numeric_limits<double>::infinity();
    const Distribution d = distribution({undefined, 1, infinity, 3, -infinity});
    CHECK(d.mean == 2);
    CHECK(d.max == 3);
    for (const Distribution& none : {distribution({}), distribution({undefined, infinity})}) {
        for (const double x : {none.mean, none.median, none.min, none.max, none.p95})
            CHECK(std::isnan(x));
    }
}

TEST_CASE("the mean of equal numbers is that number") {
    const Distribution d = distribution(std::vector<double>(10, 0.1));
    CHECK(d.mean == 0.1);
    CHECK(d.p95 == 0.1);
}

TEST_CASE("a summary is over the rows that have a key and counts every verdict") {
    const double diffuse = std::log(8.0);
    const Summary s = summarise(
        {row(8, 0.1, 0.98), row(8, 1.0, 0.5), row(8, diffuse, 0.125), row(0, undefined, undefined), row(8, 0.2, 0.95)});
    CHECK(s.verdicts.saturated == 2);
    CHECK(s.verdicts.selective == 1);
    CHECK(s.verdicts.diffuse == 1);
    CHECK(s.verdicts.empty == 1);
    CHECK(s.entropy.mean == Approx((0.1 + 1.0 + diffuse + 0.2) / 4).epsilon(1e-15));
    CHECK(s.entropy.median == Approx(0.6).epsilon(1e-15));
    CHECK(s.effectiveTokens.max == Approx(8).epsilon(1e-14));
    CHECK(s.maxWeight.min == 0.125);
    CHECK(s.frobenius.max == 0.245);
    CHECK(std::isnan(s.spectral.mean)); // it was not asked for
}

TEST_CASE("a row of NaN has no verdict and enters no mean") {
    const Summary s = summarise({row(8, undefined, undefined), row(8, 1.0, 0.5)});
    CHECK(s.verdicts.selective == 1);
    CHECK(s.verdicts.unknown == 1);
    CHECK(s.verdicts.saturated + s.verdicts.diffuse + s.verdicts.empty == 0);
    CHECK(s.maxWeight.mean == 0.5);
}
