#include "core/analysis/random_energy.h"
#include "core/analysis/theory.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

struct Mean {
    double sum = 0, squares = 0, count = 0;
    void add(double x) {
        sum += x;
        squares += x * x;
        ++count;
    }
    double value() const { return sum / count; }
    double error() const { return std::sqrt(std::max(squares / count - value() * value(), 0.0) / count); }
};

/// Rows drawn and evaluated by the definitions. degrees 0: every row has the same σ.
void checkAgainstDrawn(int n, double deviation, int degrees, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    Mean participation, entropy;
    std::vector<double> z(static_cast<std::size_t>(n));
    for (int row = 0; row < 20'000; ++row) {
        double square = degrees == 0 ? 1 : 0;
        for (int i = 0; i < degrees; ++i)
            square += std::pow(normal(random), 2) / degrees;
        double largest = -1e300, sum = 0, squares = 0, moment = 0;
        for (double& one : z)
            largest = std::max(largest, one = deviation * std::sqrt(square) * normal(random));
        for (const double one : z) {
            const double e = std::exp(one - largest);
            sum += e;
            squares += e * e;
            moment += e * (one - largest);
        }
        participation.add(squares / (sum * sum));
        entropy.add(std::log(sum) - moment / sum);
    }
    CAPTURE(n, deviation, degrees);
    const auto check = [&](const auto& theory) {
        CHECK(std::abs(theory.participation(n) - participation.value()) < 5 * participation.error() + 1e-7);
        CHECK(std::abs(theory.entropy(n) - entropy.value()) < 5 * entropy.error() + 1e-7);
    };
    if (degrees == 0)
        check(RandomEnergy(deviation));
    else
        check(GaussianRows(degrees, deviation * deviation));
}

} // namespace

TEST_CASE("the integrals of the random energy model are the means over drawn rows") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (const double deviation : {0.005, 0.03, 0.7, 3.0, 25.0}) {
        checkAgainstDrawn(2, deviation, 0, random);
        checkAgainstDrawn(40, deviation, 0, random);
    }
    checkAgainstDrawn(7, 4, 1, random);
    checkAgainstDrawn(30, 2, 3, random);
    checkAgainstDrawn(20, 8, 64, random);
}

TEST_CASE("one key, flat rows and the limit of many keys") {
    CHECK(RandomEnergy(3).participation(1) == 1);
    CHECK(RandomEnergy(3).entropy(1) == 0);
    CHECK(RandomEnergy(0).participation(50) == Approx(1 / 50.0));
    CHECK(RandomEnergy(0).entropy(50) == Approx(std::log(50.0)));
    // Small σ from both sides of the series' end.
    for (const double n : {2.0, 1000.0}) {
        CHECK(RandomEnergy(0.00999).participation(n) == Approx(RandomEnergy(0.01001).participation(n)).epsilon(1e-4));
        CHECK(RandomEnergy(0.00999).entropy(n) == Approx(RandomEnergy(0.01001).entropy(n)).epsilon(1e-6));
    }
    // Two keys with a gap far beyond 1: nearly always one of them has all.
    CHECK(RandomEnergy(200).participation(2) > 0.99);
    // 1 − √(2 ln n / σ²) is approached as n grows at a fixed ratio; far from it at small n.
    const auto distance = [](double n) {
        const double variance = 4 * std::log(n) * 2; // half the way: the limit is ½
        return std::abs(RandomEnergy(std::sqrt(variance)).participation(n) - limitParticipation(n, variance));
    };
    CHECK(limitParticipation(1e6, 8 * std::log(1e6)) == Approx(0.5));
    CHECK(limitParticipation(1e6, std::log(1e6)) == 0);
    CHECK(distance(1e6) < distance(1e2));
    CHECK(distance(1e6) < 0.06);
}
