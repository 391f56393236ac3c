#include "core/engine/softmax_row.h"

#include "core/engine/secular.h"
#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

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
        CHECK(spectralNorm(spanOf(s)) == Approx(want).epsilon(1e-5));
        CHECK(spectralNorm(spanOf(s)) <= 0.5 + 1e-6);
    }
}

TEST_CASE("the spectral norm of rows with a known one") {
    const auto spectral = [](const std::vector<float>& s) { return spectralNorm(s); };
    CHECK(spectral({0.5F, 0.5F}) == Approx(0.5).epsilon(1e-7));
    CHECK(spectral({0.4F, 0.4F, 0.2F}) == Approx(0.4).epsilon(1e-7));
    CHECK(spectral({0.75F, 0.25F}) == Approx(2 * 0.75 * 0.25).epsilon(1e-7));
    CHECK(spectral({0.75F, 0, 0, 0.25F, 0}) == Approx(2 * 0.75 * 0.25).epsilon(1e-7));
    CHECK(spectral(std::vector<float>(37, 1.F / 37)) == Approx(1.0 / 37).epsilon(1e-6));
    CHECK(spectral({1}) == 0);
    CHECK(spectral({0, 1, 0}) == 0);
    CHECK(std::isnan(spectral({})));
    CHECK(std::isnan(spectral({0, 0})));
    CHECK(std::isnan(spectral({0.5F, std::numeric_limits<float>::quiet_NaN()})));
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
        jacobianMatrix(spanOf(s), jacobian);
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
