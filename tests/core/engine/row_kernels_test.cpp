// Spectral norm, the row Jacobian and moments: the sums over one row.
#include "core/engine/forward.h"
#include "core/engine/secular.h"
#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

#include <algorithm>

using namespace softscope;

namespace {

VectorF randomWeights(Draw& draw, Index n, double spread) {
    VectorD e(n);
    double total = 0;
    for (Index j = 0; j < n; ++j)
        total += e[j] = std::exp(draw.real(-2 * spread, 0));
    return (e / total).cast<float>();
}

double referenceSpectral(const VectorD& s) {
    const MatrixD jacobian = reference::jacobianOf(s);
    const double size = jacobian.cwiseAbs().maxCoeff();
    // Power iteration on a positive semidefinite matrix, shifted by nothing: slow, sure.
    VectorD x = VectorD::LinSpaced(s.size(), 1, 2);
    Index winner = 0;
    s.maxCoeff(&winner);
    x[winner] = -10;
    double value = 0;
    for (int step = 0; step < 200'000; ++step) {
        const VectorD y = jacobian * x / size;
        const double next = y.norm() / x.norm();
        x = y / y.norm();
        if (std::abs(next - value) <= 1e-13 * next)
            break;
        value = next;
    }
    return value * size;
}

std::span<const float> spanOf(const VectorF& values) {
    return {values.data(), static_cast<std::size_t>(values.size())};
}

/// λmax of a row of weights.
double spectralNorm(VectorF s) {
    Index winner = 0;
    const double largest = static_cast<double>(s.maxCoeff(&winner));
    s[winner] = 0;
    return secularRoot(spanOf(s), 1 / largest);
}

/// Mean and population variance in double about the mean.
void checkMoments(const Moments& got, const std::vector<double>& values) {
    double mean = 0, variance = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    for (const double value : values)
        variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
    CHECK(got.count == std::ssize(values));
    CHECK(got.mean == Approx(mean).epsilon(1e-6).margin(1e-6 * std::sqrt(variance)));
    CHECK(got.variance == Approx(variance).epsilon(1e-6));
    CHECK(got.min == *std::min_element(values.begin(), values.end()));
    CHECK(got.max == *std::max_element(values.begin(), values.end()));
}

} // namespace

TEST_CASE("the spectral norm agrees with power iteration on random rows") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 60; ++round) {
        const Index n = draw.integer(2, 60);
        const double spread = draw.real(0, 30);
        CAPTURE(round, n, spread);
        const VectorF s = randomWeights(draw, n, spread);
        const double want = referenceSpectral(s.cast<double>());
        CHECK(spectralNorm(s) == Approx(want).epsilon(1e-5));
        CHECK(spectralNorm(s) <= 0.5 + 1e-6);
    }
}

TEST_CASE("the spectral norm of rows with a known one") {
    const auto spectral = [](const std::vector<float>& s) {
        return spectralNorm(Eigen::Map<const VectorF>(s.data(), std::ssize(s)));
    };
    CHECK(spectral({0.5F, 0.5F}) == Approx(0.5).epsilon(1e-7));
    CHECK(spectral({0.4F, 0.4F, 0.2F}) == Approx(0.4).epsilon(1e-7));
    CHECK(spectral({0.75F, 0.25F}) == Approx(2 * 0.75 * 0.25).epsilon(1e-7));
    CHECK(spectral({0.75F, 0, 0, 0.25F, 0}) == Approx(2 * 0.75 * 0.25).epsilon(1e-7));
    CHECK(spectral(std::vector<float>(37, 1.F / 37)) == Approx(1.0 / 37).epsilon(1e-6));
    CHECK(spectral({1}) == 0);
    CHECK(spectral({0, 1, 0}) == 0);
    // One-hot to any depth: two keys have λ = 2 s (1 − s), m equal others (m + 1) s.
    for (const float tiny : {1e-3F, 1e-8F, 1e-20F, 1e-30F, 1e-37F}) {
        CAPTURE(tiny);
        const double s = static_cast<double>(tiny);
        CHECK(spectral({1 - tiny, tiny}) == Approx(2 * s * (1 - s)).epsilon(1e-5));
        const double others = 4 * s, winner = 1 - others;
        CHECK(spectral({static_cast<float>(winner), tiny, tiny, tiny, tiny}) == Approx(5 * winner * s).epsilon(1e-5));
    }
}

TEST_CASE("the secular root lies between the second weight and the first") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 200; ++round) {
        const VectorF others = randomWeights(draw, draw.integer(1, 500), draw.real(0, 80));
        const double second = static_cast<double>(others.maxCoeff());
        const double first = second * std::exp(draw.real(0, 60) * draw.integer(0, 1));
        const double root = secularRoot(spanOf(others), 1 / first);
        CHECK(root >= second);
        CHECK(root <= first * (1 + 1e-12));
        // The equation itself, with its terms from the others positive and the winner's negative.
        double left = 0;
        for (const float other : others)
            left += static_cast<double>(other) / (root - static_cast<double>(other));
        if (first > second * 1.001)
            CHECK(left == Approx(first / (first - root)).epsilon(1e-6));
    }
}

TEST_CASE("rows and columns of a row's Jacobian sum to zero, and it is symmetric") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const double spread : {0.0, 1.0, 10.0, 60.0}) {
        CAPTURE(spread);
        const Index n = draw.integer(1, 90);
        const VectorF s = randomWeights(draw, n, spread);
        MatrixF jacobian(n, n);
        for (Index j = 0; j < n; ++j)
            rowJacobianRow(s, 0, j, 0, n, jacobian.row(j).data());
        CHECK(jacobian == jacobian.transpose());
        const MatrixD wide = jacobian.cast<double>();
        for (Index j = 0; j < n; ++j)
            CHECK(std::abs(wide.row(j).sum()) <= 1e-6 * wide.row(j).cwiseAbs().sum() + 1e-44);
        // The weights are float: only the winner's 1 − s may be taken from their sum.
        const MatrixD want = reference::jacobianOf(s.cast<double>());
        checkClose("row-jacobian", jacobian, want, 3e-6, VectorD::Zero(n));
        CHECK(wide.trace() == Approx(want.trace()).epsilon(1e-5));
    }
}

TEST_CASE("the spectral norm from logits, none where there is no softmax") {
    const auto spectral = [](std::vector<float> z) {
        std::vector<float> e(z.size());
        const Index n = std::ssize(z);
        return spectralOf(softmaxRow(z.data(), n, e.data()), e.data(), n);
    };
    constexpr float infinity = std::numeric_limits<float>::infinity();
    CHECK(spectral({1, 2, 3}) == Approx(0.37090).epsilon(1e-4));
    CHECK(spectral({2, -infinity, 2}) == Approx(0.5).epsilon(1e-6));
    CHECK(spectral({40, 2}) == Approx(2 * std::exp(-38.0)).epsilon(1e-5));
    CHECK(spectral({7}) == 0);
    CHECK(spectral({-infinity, 3}) == 0);
    CHECK(std::isnan(spectral({})));
    CHECK(std::isnan(spectral({-infinity, -infinity})));
    CHECK(std::isnan(spectral({1, std::numeric_limits<float>::quiet_NaN()})));
    CHECK(std::isnan(spectral({1, infinity})));
}

TEST_CASE("moments keep their digits when the first key is far from the others") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const float first : {0.F, 50.F, 1000.F, -1e6F})
        for (const float offset : {0.F, 300.F})
            for (const Index n : {2, 300, 5000}) {
                CAPTURE(first, offset, n);
                MatrixF x = draw.gaussian(1, n);
                x.array() += offset;
                x(0, 0) = first;
                std::vector<double> all(x.data(), x.data() + n), visible;
                checkMoments(momentsOf(x.data(), n), all);
                MatrixF z = x;
                for (Index j = 0; j < n; ++j) {
                    if (j != 0 && draw.chance(0.3))
                        z(0, j) = -std::numeric_limits<float>::infinity();
                    else
                        visible.push_back(static_cast<double>(x(0, j)));
                }
                checkMoments(momentsOf(x.data(), z.data(), n), visible);
            }
}
