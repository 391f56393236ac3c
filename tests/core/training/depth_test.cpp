#include "core/training/depth.h"

#include "core/base/error.h"
#include "core/head/random.h"
#include "core/training/depth_stack.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <cmath>

using namespace softscope;

namespace {

std::vector<LayerWeights> randomLayers(Draw& draw, Index layers, Index m, Index dK) {
    std::vector<LayerWeights> all;
    for (Index layer = 0; layer < layers; ++layer)
        all.push_back({draw.gaussian(m, dK, 0.5).cast<double>(), draw.gaussian(m, dK, 0.5).cast<double>(),
                       draw.gaussian(m, m, 0.4).cast<double>()});
    return all;
}

Scene small() {
    Scene scene = depthScene();
    scene.source.tokens = 9;
    scene.source.dModel = scene.source.dK = 16;
    scene.depth.layers = 3;
    scene.sweep.trials = 5;
    return scene;
}

} // namespace

TEST_CASE("a stack's gradient is the finite difference of its output") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const bool residual : {true, false}) {
        for (const bool layerNorm : {true, false}) {
            for (const int kind : {0, 1, 2}) {
                CAPTURE(residual, layerNorm, kind);
                LogitOptions options;
                options.scale = 0.4;
                if (kind == 1) {
                    options.masks = {{MaskKind::causal}};
                    options.softcap = 1.5;
                    options.logLength = true;
                } else if (kind == 2) {
                    options.qkNorm = true;
                    options.scale = 2;
                    options.sink = 0.5;
                }
                const auto layers = randomLayers(draw, 2, 5, 4);
                DepthStack stack(layers, options, residual, layerNorm);
                const MatrixD x = draw.gaussian(6, 5).cast<double>(), g = draw.gaussian(6, 5).cast<double>();
                stack.forward(x);
                const auto gradients = stack.backward(g);
                REQUIRE(gradients.size() == 2);
                const MatrixD got = stack.inputGradient();
                constexpr double step = 1e-4;
                const double size = got.cwiseAbs().maxCoeff();
                for (Index i = 0; i < x.size(); ++i) {
                    MatrixD high = x, low = x;
                    high.data()[i] += step;
                    low.data()[i] -= step;
                    const double want = (stack.forward(high) - stack.forward(low)).cwiseProduct(g).sum() / (2 * step);
                    CHECK(got.data()[i] == Approx(want).epsilon(1e-4).margin(1e-5 * size));
                }
            }
        }
    }
}

TEST_CASE("the gradient on the scores of a layer is that of the formula") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed + 1);
    const auto layers = randomLayers(draw, 1, 4, 3);
    LogitOptions options;
    options.scale = 0.7;
    const MatrixD x = draw.gaussian(5, 4).cast<double>(), g = draw.gaussian(5, 4).cast<double>();
    DepthStack stack(layers, options, true, false);
    stack.forward(x);
    const double norm = stack.backward(g).front().rows.norm();
    // dS = P ∘ (dP − Σ P dP) · scale (numerics.md).
    MatrixD p = options.scale * (x * layers[0].wQ) * (x * layers[0].wK).transpose();
    p = p.array().exp();
    const VectorD sums = p.rowwise().sum();
    p = sums.cwiseInverse().asDiagonal() * p;
    const MatrixD dP = g * (x * layers[0].wV).transpose();
    const VectorD shared = p.cwiseProduct(dP).rowwise().sum();
    const MatrixD dS = options.scale * p.cwiseProduct(dP.colwise() - shared);
    CHECK(norm == Approx(dS.norm()).epsilon(1e-9));
}

TEST_CASE("the depth figures of the contract: even with the scale, exploding without, dead without residuals") {
    Scene scene = depthScene();
    scene.sweep.trials = 4;
    const Depth even = depthGradients(scene);
    REQUIRE(even.stacks[1].size() == 8);
    for (const DepthLayer& layer : even.stacks[1]) {
        CHECK(layer.gradientNorm > 0.5);
        CHECK(layer.gradientNorm < 4);
        CHECK(layer.gradientRowMedian < layer.gradientNorm);
    }
    CHECK(even.stacks[1][0].gradientRowMedian == Approx(0.36).margin(0.1));
    CHECK(even.stacks[1][7].gradientRowMedian == Approx(0.13).margin(0.05));
    CHECK(even.stacks[0][0].gradientNorm > 50 * even.stacks[0][7].gradientNorm);
    CHECK(even.collapsedFrom(true) == 0);
    scene.depth.residual = scene.depth.layerNorm = false;
    const Depth dead = depthGradients(scene);
    CHECK(dead.stacks[1][4].gradientNorm < 1e-12);
    CHECK(dead.stacks[0][4].gradientNorm > 1e-3);
    CHECK(dead.collapsedFrom(true) > 2);
    CHECK(dead.collapsedFrom(true) < 6);
    CHECK(dead.collapsedFrom(false) == 0);
    CHECK(dead.stacks[1][0].spread == Approx(1).margin(0.05)); // Gaussian tokens: what they share is 1/√n of it
}

TEST_CASE("a depth run is the same bits on any number of threads, and can be stopped") {
    const Scene scene = small();
    const Depth one = depthGradients(scene, 1), two = depthGradients(scene, 2);
    for (const std::size_t stack : {0, 1})
        for (std::size_t layer = 0; layer < 3; ++layer) {
            CHECK(one.stacks[stack][layer].gradientNorm == two.stacks[stack][layer].gradientNorm);
            CHECK(one.stacks[stack][layer].gradientRowMedian == two.stacks[stack][layer].gradientRowMedian);
        }
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(depthGradients(scene, 1, stop.get_token()), Cancelled);
}

TEST_CASE("what cannot be stacked is refused in a sentence") {
    Scene scene = small();
    scene.source.kind = SourceKind::gaussian;
    CHECK_THROWS_WITH(depthGradients(scene), Catch::Matchers::Contains("--d-model"));
    scene = small();
    scene.source.dV = 7;
    CHECK_THROWS_WITH(depthGradients(scene), Catch::Matchers::Contains("d_v = d_model, not 7 and 16"));
    scene = small();
    scene.source.tokens = 5000;
    CHECK_THROWS_WITH(depthGradients(scene), Catch::Matchers::Contains("up to 2048 tokens, not 5000"));
}
