#include "core/analysis/score_distribution.h"
#include "tests/catch.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

Head gaussianHead(Index n, Index dK, std::uint64_t seed, float sigma = 1) {
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal(0, sigma);
    const auto fill = [&] { return MatrixF::NullaryExpr(n, dK, [&] { return normal(random); }).eval(); };
    Head head;
    head.q = fill();
    head.k = fill();
    head.v = fill();
    return head;
}

double integral(const ScoreDistribution& d) {
    double sum = 0;
    for (std::size_t b = 0; b < d.density.size(); ++b)
        sum += d.density[b] * (d.edges[b + 1] - d.edges[b]);
    return sum;
}

/// The share of the scores q_i·k_j, j ≤ i where causal, that lie in [low, high).
double slowShare(const Head& head, bool causal, double low, double high) {
    Index inside = 0, all = 0;
    for (Index i = 0; i < head.nQ(); ++i) {
        for (Index j = 0; j < (causal ? i + 1 : head.nK()); ++j) {
            const double score = head.q.row(i).cast<double>().dot(head.k.row(j).cast<double>());
            inside += score >= low && score < high ? 1 : 0;
            ++all;
        }
    }
    return double(inside) / double(all);
}

} // namespace

TEST_CASE("the bins hold every score once") {
    const std::uint64_t seed = std::random_device{}();
    for (const bool causal : {false, true}) {
        const Head head = gaussianHead(90, 5, seed);
        LogitOptions options;
        if (causal)
            options.masks = {Mask{MaskKind::causal, 0, 0}};
        const ScoreDistribution d = scoreDistribution(head, options, 5);
        INFO("seed " << seed << " causal " << causal);
        CHECK(d.scores == (causal ? 90 * 91 / 2 : 90 * 90));
        CHECK(d.outOf == d.scores);
        CHECK(integral(d) == Approx(1).epsilon(1e-12));
        REQUIRE(d.edges.size() == d.density.size() + 1);
        CHECK(d.density.size() <= 100);
        for (std::size_t b = 0; b < d.density.size(); ++b) {
            // A score within rounding of an edge may fall on either side of it.
            const double share = d.density[b] * (d.edges[b + 1] - d.edges[b]);
            CHECK(share == Approx(slowShare(head, causal, d.edges[b], d.edges[b + 1])).margin(1.5 / double(d.scores)));
        }
    }
}

TEST_CASE("the variance of q·k is d_k σ_q² σ_k²") {
    const Head head = gaussianHead(256, 64, 3, 1.5F);
    Source source;
    source.dK = 64;
    source.sigmaQ = source.sigmaK = 1.5;
    const ScoreDistribution d = scoreDistribution(head, {}, theoreticalVariance(source));
    CHECK(d.theoryVariance == Approx(64 * std::pow(1.5, 4)).epsilon(1e-14));
    CHECK(d.variance == Approx(d.theoryVariance).epsilon(0.05));
    CHECK(std::abs(d.mean) < 0.05 * std::sqrt(d.variance));
}

TEST_CASE("mean and variance are those of the scores counted") {
    const Head head = gaussianHead(40, 3, 4);
    const ScoreDistribution d = scoreDistribution(head, {}, undefined);
    const MatrixD s = head.q.cast<double>() * head.k.cast<double>().transpose();
    CHECK(d.mean == Approx(s.mean()).margin(1e-6));
    CHECK(d.variance == Approx((s.array() - s.mean()).square().mean()).epsilon(1e-5));
    CHECK(std::isnan(d.theoryVariance));
}

TEST_CASE("more scores than asked for: evenly spaced whole rows, and it is said") {
    const Head head = gaussianHead(512, 8, 5);
    const ScoreDistribution d = scoreDistribution(head, {}, 8, 65'536);
    CHECK(d.outOf == 512 * 512);
    CHECK(d.scores == 65'536);
    CHECK(integral(d) == Approx(1).epsilon(1e-12));
    CHECK(d.variance == Approx(8).epsilon(0.15));
    LogitOptions causal;
    causal.masks = {Mask{MaskKind::causal, 0, 0}};
    const ScoreDistribution half = scoreDistribution(head, causal, 8, 65'536);
    CHECK(half.outOf == 512 * 513 / 2);
    CHECK(half.scores < half.outOf);
    CHECK(double(half.scores) == Approx(65'536).epsilon(0.02));
}

TEST_CASE("a narrow window over many tokens counts its band alone") {
    const Head head = gaussianHead(3000, 4, 6);
    LogitOptions options;
    options.masks = {Mask{MaskKind::window, 2, 2}};
    const ScoreDistribution d = scoreDistribution(head, options, 4);
    CHECK(d.scores == 3000 * 5 - 6);
    double sum = 0;
    for (Index i = 0; i < 3000; ++i) {
        for (Index j = std::max<Index>(i - 2, 0); j <= std::min<Index>(i + 2, 2999); ++j)
            sum += double(head.q.row(i).dot(head.k.row(j)));
    }
    CHECK(d.mean == Approx(sum / double(d.scores)).margin(1e-6));
}

TEST_CASE("the head's own mask and a bias of −inf leave scores out") {
    Head head = gaussianHead(4, 2, 7);
    head.mask = MatrixB::Constant(4, 4, true);
    (*head.mask)(0, 1) = false;
    head.bias = MatrixF::Zero(4, 4);
    (*head.bias)(2, 2) = -std::numeric_limits<float>::infinity();
    CHECK(scoreDistribution(head, {}, undefined).scores == 14);
    head.mask->setConstant(false);
    const ScoreDistribution none = scoreDistribution(head, {}, undefined);
    CHECK(none.scores == 0);
    CHECK(none.edges.empty());
    CHECK(none.density.empty());
    CHECK(std::isnan(none.variance));
}

TEST_CASE("scores that are not finite are left out") {
    Head head = gaussianHead(4, 2, 8);
    head.q(1, 0) = std::numeric_limits<float>::quiet_NaN();
    const ScoreDistribution d = scoreDistribution(head, {}, undefined);
    CHECK(d.scores == 12);
    CHECK(d.outOf == 12); // not a sample
    CHECK(std::isfinite(d.variance));
}

TEST_CASE("one score, equal scores and huge scores have bins too") {
    Head one = gaussianHead(1, 2, 9);
    for (const float value : {0.F, -3.F, 1e12F}) {
        one.q.setConstant(value);
        one.k.setConstant(1);
        const ScoreDistribution d = scoreDistribution(one, {}, undefined);
        REQUIRE(d.density.size() == 1);
        CHECK(d.variance == 0);
        CHECK(d.edges[0] <= 2 * double(value));
        CHECK(d.edges[1] > 2 * double(value));
        CHECK(integral(d) == Approx(1));
    }
    const ScoreDistribution wide = scoreDistribution(gaussianHead(30, 4, 10, 1e9F), {}, undefined);
    CHECK(integral(wide) == Approx(1).epsilon(1e-12));
}

TEST_CASE("with QK-norm the scores are cosines, of variance 1/d_k") {
    LogitOptions options;
    options.qkNorm = true;
    Head head = gaussianHead(128, 32, 11, 3);
    const ScoreDistribution d = scoreDistribution(head, options, 32 * 81.0);
    CHECK(d.theoryVariance == 1.0 / 32);
    CHECK(d.variance == Approx(1.0 / 32).epsilon(0.05));
    CHECK(d.edges.front() >= -1.2);
    CHECK(d.edges.back() <= 1.2);
    head.q.row(0).setZero();
    CHECK(scoreDistribution(head, options, undefined).scores == 128 * 128);
}

TEST_CASE("theory knows the variance of Gaussian and projected heads only") {
    Source source;
    source.dK = 16;
    source.sigmaQ = 2;
    source.sigmaK = 3;
    CHECK(theoreticalVariance(source) == 16.0 * 4 * 9);
    source.kind = SourceKind::projection;
    CHECK(theoreticalVariance(source) == 16.0 * 4 * 9);
    for (const SourceKind kind : {SourceKind::tensors, SourceKind::workedExample, SourceKind::saturation}) {
        source.kind = kind;
        CHECK(std::isnan(theoreticalVariance(source)));
    }
}
