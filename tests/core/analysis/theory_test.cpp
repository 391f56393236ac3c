#include "core/analysis/score_distribution.h"
#include "core/analysis/theory.h"
#include "core/head/build.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <cmath>

using namespace softscope;

TEST_CASE("typical gaps of two scores, as published") {
    for (const auto& [dK, gap] : {std::pair{4.0, 2.8}, std::pair{64.0, 11.3}, std::pair{512.0, 32.0}})
        CHECK(typicalGap(dK).deviation == Approx(gap).margin(0.05));
    CHECK(typicalGap(64).ratio == Approx(8e4).epsilon(0.03));
    CHECK(typicalGap(512).ratio == Approx(8e13).epsilon(0.03));
}

TEST_CASE("the mean gap is that of random pairs") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const MatrixF scores = draw.gaussian(200'000, 2, 8);
    double gap = 0, square = 0;
    for (Index i = 0; i < scores.rows(); ++i) {
        const double difference = double(scores(i, 0)) - double(scores(i, 1));
        gap += std::abs(difference) / double(scores.rows());
        square += difference * difference / double(scores.rows());
    }
    CHECK(typicalGap(64).mean == Approx(gap).epsilon(0.01));
    CHECK(typicalGap(64).deviation == Approx(std::sqrt(square)).epsilon(0.01));
}

TEST_CASE("the entropy floor has its published value and no random row is below it") {
    CHECK(entropyFloor(8, 16) == Approx(0.03572).margin(5e-6));
    CHECK(entropyFloor(0, 16) == Approx(std::log(16.0)));
    CHECK(entropyFloor(3, 1) == 0);
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int repeat = 0; repeat < 300; ++repeat) {
        const Index n = draw.integer(2, 60);
        VectorD z = draw.gaussian(n, 1, std::exp(draw.real(-2, 3))).cast<double>();
        const double common = z.mean();
        const VectorD s = (z.array() - z.maxCoeff()).exp() / (z.array() - z.maxCoeff()).exp().sum();
        double entropy = 0;
        for (const double p : s)
            entropy -= p > 0 ? p * std::log(p) : 0;
        CHECK(entropy >= entropyFloor((z.array() - common).matrix().norm(), double(n)) - 1e-12);
        CHECK(entropy >= entropyFloor(z.norm(), double(n)) - 1e-12);
    }
}

TEST_CASE("the entropy floor is reached by one key ahead of all others alike") {
    // ‖z‖ about the mean with one logit at a and n − 1 at 0 is a √((n − 1)/n).
    for (const double a : {0.5, 3.0, 12.0}) {
        const double n = 16, others = (n - 1) * std::exp(-a), total = 1 + others;
        const double entropy = std::log(total) + others / total * a;
        CHECK(entropyFloor(a * std::sqrt((n - 1) / n), n) == Approx(entropy).epsilon(1e-12));
    }
}

TEST_CASE("excess kurtosis of measured scores is near 6 over d_k, whatever the variances") {
    for (const Index dK : {2, 8, 64}) {
        Source source;
        source.tokens = 600;
        source.dK = dK;
        source.sigmaQ = 3;
        source.sigmaK = 0.5;
        const HeadPointer head = HeadBuilder().build(source, {});
        const ScoreDistribution d = scoreDistribution(*head, {}, theoreticalVariance(source), 600 * 600);
        CHECK(d.excessKurtosis == Approx(scoreExcessKurtosis(double(dK))).epsilon(0.25).margin(0.1));
        CHECK(d.variance == Approx(d.theoryVariance).epsilon(0.1));
    }
}

TEST_CASE("the variance of logits follows the scale, QK-norm takes d_k out") {
    Source source;
    source.sigmaQ = 2;
    LogitOptions options;
    options.scale = 0.5;
    CHECK(theoreticalLogitVariance(source, options, 16) == 16.0 * 4 * 0.25);
    options.qkNorm = true;
    CHECK(theoreticalLogitVariance(source, options, 16) == 0.25 / 16);
    source.kind = SourceKind::saturation;
    CHECK(std::isnan(theoreticalLogitVariance(source, options, 16)));
}
