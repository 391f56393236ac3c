#include "core/analysis/dk_curve.h"
#include "core/base/error.h"
#include "tests/catch.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace softscope;

namespace {

/// One point of the curve from a whole head, in double precision, every row and key, by the definitions.
DkPoint slowPoint(Scene scene, Index dK, bool scaled) {
    scene.source.dK = dK;
    const HeadPointer head = buildHead(scene);
    MatrixD q = head->q.cast<double>(), k = head->k.cast<double>();
    if (scene.softmax.qkNorm) {
        q.rowwise().normalize();
        k.rowwise().normalize();
    }
    const MatrixD scores = q * k.transpose() / scene.softmax.temperature / (scaled ? std::sqrt(double(dK)) : 1.0);
    DkPoint point;
    point.dK = double(dK);
    point.effectiveTokens = point.maxWeight = point.frobenius = 0;
    Index rows = 0;
    for (Index i = 0; i < scores.rows(); ++i) {
        std::vector<double> z;
        for (Index j = 0; j < scores.cols(); ++j) {
            bool visible = true;
            for (const Mask& mask : scene.softmax.masks)
                visible =
                    visible && (mask.kind == MaskKind::window ? j >= i - mask.left && j <= i + mask.right : j <= i);
            if (visible)
                z.push_back(scene.softmax.softcap
                                ? *scene.softmax.softcap * std::tanh(scores(i, j) / *scene.softmax.softcap)
                                : scores(i, j));
        }
        if (z.empty())
            continue;
        ++rows;
        const double length = scene.softmax.logLength ? std::log(double(z.size())) : 1;
        for (double& logit : z)
            logit *= length;
        if (scene.softmax.sink)
            z.push_back(*scene.softmax.sink);
        VectorD s = VectorD::Map(z.data(), Index(z.size()));
        s = (s.array() - s.maxCoeff()).exp();
        s /= s.sum();
        double entropy = 0;
        for (const double p : s)
            entropy -= p > 0 ? p * std::log(p) : 0;
        point.effectiveTokens += std::exp(entropy);
        point.maxWeight += s.maxCoeff();
        s.conservativeResize(s.size() - (scene.softmax.sink ? 1 : 0)); // which is no key
        point.frobenius += (MatrixD(s.asDiagonal()) - s * s.transpose()).norm();
    }
    point.effectiveTokens /= double(rows);
    point.maxWeight /= double(rows);
    point.frobenius /= double(rows);
    return point;
}

void checkAgainstSlow(const Scene& scene) {
    HeadBuilder builder;
    const DkCurve curve = dkCurve(scene, builder, {});
    REQUIRE(curve.available);
    REQUIRE(curve.scaled.size() == 11);
    REQUIRE(curve.unscaled.size() == 11);
    for (std::size_t p = 0; p < 11; ++p) {
        const Index dK = Index(1) << p;
        for (const bool scaled : {true, false}) {
            const DkPoint& fast = scaled ? curve.scaled[p] : curve.unscaled[p];
            const DkPoint slow = slowPoint(scene, dK, scaled);
            INFO("d_k " << dK << " scaled " << scaled);
            CHECK(fast.dK == double(dK));
            CHECK(fast.effectiveTokens == Approx(slow.effectiveTokens).epsilon(1e-4));
            CHECK(fast.maxWeight == Approx(slow.maxWeight).epsilon(1e-4));
            CHECK(fast.frobenius == Approx(slow.frobenius).margin(1e-4));
        }
    }
}

Scene gaussianScene(Index n, std::uint64_t seed = 1) {
    Scene scene;
    scene.source.tokens = n;
    scene.source.seed = seed;
    return scene;
}

} // namespace

TEST_CASE("the curve agrees with whole heads in double precision") {
    Scene scene = gaussianScene(33, 7);
    SECTION("Gaussian") {
        scene.source.sigmaQ = 1.3;
    }
    SECTION("projected") {
        scene.source.kind = SourceKind::projection;
        scene.source.dModel = 24;
        scene.source.sigmaK = 0.7;
    }
    SECTION("causal, softcapped, hot") {
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
        scene.softmax.softcap = 5;
        scene.softmax.temperature = 1.5;
    }
    SECTION("unit vectors in a window") {
        scene.softmax.qkNorm = true;
        scene.softmax.temperature = 0.05;
        scene.softmax.masks = {Mask{MaskKind::window, 9, 3}};
    }
    SECTION("bent by hand: a norm, a turn, a component that few sizes have") {
        scene.edits = {Edit{Role::q, 3, EditKind::norm, 0, 0, 1, 40}, Edit{Role::k, 5, EditKind::turn, 0, 2, 1, 60},
                       Edit{Role::k, 1, EditKind::component, 20, 0, 1, 9}};
    }
    SECTION("an embedding bent by hand") {
        scene.source.kind = SourceKind::projection;
        scene.source.dModel = 12;
        scene.edits = {Edit{Role::x, 3, EditKind::norm, 0, 0, 1, 20}};
    }
    checkAgainstSlow(scene);
}

TEST_CASE("the scene's own d_k and scale change nothing, the seed does") {
    HeadBuilder builder;
    Scene scene = gaussianScene(40);
    const DkCurve first = dkCurve(scene, builder, {});
    scene.source.dK = 5;
    scene.softmax.scale.kind = ScaleKind::dk;
    const DkCurve second = dkCurve(scene, builder, {});
    scene.source.seed = 2;
    const DkCurve third = dkCurve(scene, builder, {});
    for (std::size_t p = 0; p < 11; ++p) {
        CHECK(first.unscaled[p].effectiveTokens == second.unscaled[p].effectiveTokens);
        CHECK(first.scaled[p].frobenius == second.scaled[p].frobenius);
        CHECK(first.unscaled[p].maxWeight != third.unscaled[p].maxWeight);
    }
}

TEST_CASE("long sequences: a sample of evenly spaced rows, each against every key") {
    HeadBuilder builder;
    const Scene scene = gaussianScene(1500, 3);
    const DkCurve sample = dkCurve(scene, builder, {}, 64);
    CHECK(sample.rows == 64);
    CHECK(sample.outOf == 1500);
    const DkCurve all = dkCurve(scene, builder, {}, 1500);
    CHECK(all.rows == 1500);
    for (std::size_t p = 3; p < 11; ++p) {
        CHECK(sample.scaled[p].effectiveTokens == Approx(all.scaled[p].effectiveTokens).epsilon(0.15));
        CHECK(sample.unscaled[p].maxWeight == Approx(all.unscaled[p].maxWeight).margin(0.12));
    }
    // Every key counts: with d_k = 1024 and the scale, half the keys would keep half the tokens.
    CHECK(sample.scaled[10].effectiveTokens == Approx(1500 * std::exp(-0.5)).epsilon(0.05));
}

TEST_CASE("the gradient's norms are those of the engine's backward pass, for every option") {
    Scene scene = gaussianScene(33, 11);
    SECTION("Gaussian, d_v as d_k") {}
    SECTION("a d_v of its own, a softcap, hot") {
        scene.source.dV = 5;
        scene.softmax.softcap = 4;
        scene.softmax.temperature = 1.5;
    }
    SECTION("projected, causal") {
        scene.source.kind = SourceKind::projection;
        scene.source.dModel = 24;
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
    }
    SECTION("unit vectors in a window") {
        scene.softmax.qkNorm = true;
        scene.softmax.temperature = 0.05;
        scene.softmax.masks = {Mask{MaskKind::window, 9, 3}};
    }
    SECTION("log-length and a sink") {
        scene.source.dV = 5;
        scene.softmax.logLength = true;
        scene.softmax.sink = 6;
        scene.softmax.softcap = 20;
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
    }
    SECTION("values bent by hand") {
        scene.edits = {Edit{Role::v, 3, EditKind::norm, 0, 0, 1, 40}};
    }
    // A unit vector of one component has the gradient 0, of which both passes leave their rounding.
    const double noise = scene.softmax.qkNorm ? 1e-6 : 1e-30;
    HeadBuilder builder;
    const DkCurve curve = dkCurve(scene, builder, {}, 64, true);
    for (std::size_t p = 0; p < 11; ++p) {
        for (const bool scaled : {true, false}) {
            Scene at = scene;
            at.source.dK = Index(1) << p;
            at.softmax.scale.kind = scaled ? ScaleKind::sqrt : ScaleKind::none;
            const HeadPointer head = buildHead(at);
            const VectorF norms = backward(*head, resolve(at.softmax, at.source.dK)).q.rowwise().norm();
            std::vector<double> rows(norms.begin(), norms.end());
            const double rms = std::sqrt(norms.cast<double>().squaredNorm() / double(rows.size()));
            std::nth_element(rows.begin(), rows.begin() + 16, rows.end());
            const DkPoint& point = scaled ? curve.scaled[p] : curve.unscaled[p];
            INFO("d_k " << at.source.dK << " scaled " << scaled);
            CHECK(point.gradientRms == Approx(rms).epsilon(2e-3).margin(noise));
            CHECK(point.gradientMedian == Approx(rows[16]).epsilon(2e-3).margin(noise));
        }
    }
    CHECK(std::isnan(dkCurve(scene, builder, {}).scaled[3].gradientRms)); // only where it was asked for
}

TEST_CASE("the unscaled gradient dies in the median row and explodes in a few") {
    HeadBuilder builder;
    Scene scene = gaussianScene(16, 4);
    scene.source.dV = 64;
    const DkCurve curve = dkCurve(scene, builder, {}, 64, true);
    CHECK(curve.unscaled[10].gradientMedian < 0.1 * curve.scaled[10].gradientMedian);
    CHECK(curve.unscaled[10].gradientRms > curve.scaled[10].gradientRms);
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(dkCurve(scene, builder, stop.get_token(), 64, true), Cancelled);
}

TEST_CASE("heads with one d_k have no curve") {
    HeadBuilder builder;
    Scene scene;
    for (const SourceKind kind : {SourceKind::workedExample, SourceKind::saturation, SourceKind::tensors}) {
        scene.source.kind = kind;
        const DkCurve curve = dkCurve(scene, builder, {});
        CHECK_FALSE(curve.available);
        CHECK(curve.scaled.empty());
    }
}

TEST_CASE("a curve stops when it is told to") {
    HeadBuilder builder;
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(dkCurve(gaussianScene(64), builder, stop.get_token()), Cancelled);
    Scene bent = gaussianScene(64);
    bent.edits = {Edit{Role::q, 3, EditKind::norm, 0, 0, 1, 40}};
    CHECK_THROWS_AS(dkCurve(bent, builder, stop.get_token()), Cancelled);
}

TEST_CASE("the random energy model freezes where it should") {
    CHECK(theoreticalEffectiveTokens(100, 0) == 100);
    CHECK(theoreticalEffectiveTokens(512, 1) == Approx(512 * std::exp(-0.5)));
    CHECK(theoreticalEffectiveTokens(512, 64) == 1); // 2 ln 512 = 12.5
    CHECK(theoreticalEffectiveTokens(512, 2 * std::log(512.0)) == Approx(1));
    CHECK(theoreticalEffectiveTokens(1, 0) == 1);
    CHECK(theoreticalEffectiveTokens(1, 5) == 1);
}

TEST_CASE("theory stands beside what was measured") {
    HeadBuilder builder;
    Scene scene = gaussianScene(512, 2);
    const DkCurve curve = dkCurve(scene, builder, {});
    REQUIRE(curve.theoryScaled.size() == 11);
    for (std::size_t p = 0; p < 11; ++p) {
        CHECK(curve.theoryScaled[p].effectiveTokens == Approx(512 * std::exp(-0.5)));
        CHECK(curve.theoryUnscaled[p].effectiveTokens ==
              Approx(theoreticalEffectiveTokens(512, std::exp2(double(p)))).epsilon(1e-12));
        CHECK(std::isnan(curve.theoryScaled[p].maxWeight));
    }
    CHECK(curve.scaled[8].effectiveTokens == Approx(curve.theoryScaled[8].effectiveTokens).epsilon(0.05));
    CHECK(curve.unscaled[10].effectiveTokens < 2);
    scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
    const DkCurve causal = dkCurve(scene, builder, {});
    CHECK(causal.theoryScaled[6].effectiveTokens == Approx(256 * std::exp(-0.5)).epsilon(0.02)); // 256 keys on average
    scene.softmax.softcap = 3;
    CHECK(dkCurve(scene, builder, {}).theoryScaled.empty());
}

TEST_CASE("Gaussian rows: the Monte Carlo table of the largest weight and the Jacobian") {
    struct Entry {
        Index n;
        int seeds;
        std::map<std::size_t, std::pair<double, double>> unscaled; // by log₂ d_k: largest weight, ‖J‖_F
        std::pair<double, double> scaled;                          // d_k = 64
    };
    const std::vector<Entry> table{
        {16, 500, {{2, {.426, .325}}, {4, {.685, .276}}, {6, {.845, .176}}, {8, {.924, .098}}}, {.246, .304}},
        {64, 120, {{2, {.273, .258}}, {4, {.581, .293}}, {6, {.795, .208}}, {8, {.895, .126}}}, {.107, .183}},
        {512, 60, {{2, {.134, .157}}, {4, {.431, .285}}, {6, {.724, .245}}, {8, {.865, .153}}}, {.027, .072}}};
    HeadBuilder builder;
    for (const Entry& entry : table) {
        std::map<std::size_t, std::pair<double, double>> measured;
        std::pair<double, double> scaled;
        for (int seed = 1; seed <= entry.seeds; ++seed) {
            const DkCurve curve = dkCurve(gaussianScene(entry.n, std::uint64_t(seed)), builder, {});
            for (const auto& [p, expected] : entry.unscaled) {
                measured[p].first += curve.unscaled[p].maxWeight / entry.seeds;
                measured[p].second += curve.unscaled[p].frobenius / entry.seeds;
            }
            scaled.first += curve.scaled[6].maxWeight / entry.seeds;
            scaled.second += curve.scaled[6].frobenius / entry.seeds;
        }
        // The rows of one head share its keys, so a table from few long heads is less sure: other generators and ten
        // times as many heads give .444 to .449 where it has .431.
        const double margin = entry.n == 512 ? 0.02 : 0.01;
        for (const auto& [p, expected] : entry.unscaled) {
            INFO("n " << entry.n << " d_k " << (1 << p));
            CHECK(measured[p].first == Approx(expected.first).margin(margin));
            CHECK(measured[p].second == Approx(expected.second).margin(margin));
        }
        INFO("n " << entry.n << ", scaled");
        CHECK(scaled.first == Approx(entry.scaled.first).margin(0.01));
        CHECK(scaled.second == Approx(entry.scaled.second).margin(0.01));
    }
}
