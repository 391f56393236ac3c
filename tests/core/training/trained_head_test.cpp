#include "core/training/lock_step.h"

#include "core/head/build.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"
#include "tests/support/reference.h"

#include <cmath>

using namespace softscope;

namespace {

/// The loss in double precision, entry by entry.
double slowLoss(const MatrixD& wQ, const MatrixD& wK, const Sequence& sequence, const LogitOptions& options) {
    const MatrixD x = sequence.x.cast<double>();
    const reference::Result all =
        reference::evaluate(x * wQ, x * wK, sequence.v.cast<double>(), Head(), options, nullptr);
    return (all.output - sequence.targets().cast<double>()).squaredNorm() / static_cast<double>(all.output.size());
}

Scene small(std::uint64_t seed) {
    Scene scene = trainingScene();
    scene.source.tokens = 7;
    scene.source.dModel = 6;
    scene.source.dK = 5;
    scene.source.dV = 3;
    scene.source.seed = seed;
    return scene;
}

} // namespace

TEST_CASE("a step goes down the finite differences of the loss, whatever the softmax") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Scene scene = small(seed);
    SECTION("plain") {}
    SECTION("causal, softcap, warm") {
        scene.softmax.masks = {{MaskKind::causal}};
        scene.softmax.softcap = 2;
        scene.softmax.temperature = 1.5;
    }
    SECTION("QK-norm with a sink") {
        scene.softmax.qkNorm = true;
        scene.softmax.temperature = 0.2;
        scene.softmax.sink = 1;
    }
    SECTION("log-length on fresh sequences") {
        scene.softmax.logLength = true;
        scene.training.task = TrainingTask::fresh;
    }
    const HeadPointer head = buildHead(scene);
    const LogitOptions options = resolve(scene.softmax, scene.source.dK);
    const Sequence sequence = Sequences(scene, head).at(2);
    TrainedHead trained(*head->projection, options, scene.training);
    const MatrixD wQ = trained.wQ(), wK = trained.wK();
    const TrainingMeasure measure = trained.measure(sequence);
    CHECK(measure.loss == Approx(slowLoss(wQ, wK, sequence, options)).epsilon(1e-5));
    trained.update();
    constexpr double step = 1e-5;
    double square = 0;
    for (Index i = 0; i < wQ.size(); ++i) {
        MatrixD high = wQ, low = wQ;
        high.data()[i] += step;
        low.data()[i] -= step;
        const double want = (slowLoss(high, wK, sequence, options) - slowLoss(low, wK, sequence, options)) / (2 * step);
        square += want * want;
        const double got = (wQ.data()[i] - trained.wQ().data()[i]) / scene.training.learningRate;
        CHECK(got == Approx(want).epsilon(1e-3).margin(2e-5));
    }
    CHECK(measure.gradWQ == Approx(std::sqrt(square)).epsilon(1e-3).margin(1e-4));
    for (Index i = 0; i < wK.size(); ++i) {
        MatrixD high = wK, low = wK;
        high.data()[i] += step;
        low.data()[i] -= step;
        const double want = (slowLoss(wQ, high, sequence, options) - slowLoss(wQ, low, sequence, options)) / (2 * step);
        const double got = (wK.data()[i] - trained.wK().data()[i]) / scene.training.learningRate;
        CHECK(got == Approx(want).epsilon(1e-3).margin(2e-5));
    }
}

TEST_CASE("Adam's first steps are those of its paper") {
    Scene scene = small(3);
    scene.training.optimizer = Optimizer::adam;
    scene.training.learningRate = 0.01;
    const HeadPointer head = buildHead(scene);
    const Sequence sequence = Sequences(scene, head).at(0);
    const LogitOptions options = resolve(scene.softmax, scene.source.dK);
    TrainedHead adam(*head->projection, options, scene.training);
    TrainingSettings plain = scene.training;
    plain.optimizer = Optimizer::sgd;
    plain.learningRate = 1;
    MatrixD first = MatrixD::Zero(6, 5), second = first;
    for (int t = 1; t <= 3; ++t) {
        // The gradient from a plain step of the same weights.
        Projection now = *head->projection;
        now.wQ = adam.wQ().cast<float>();
        now.wK = adam.wK().cast<float>();
        TrainedHead sgd(now, options, plain);
        sgd.measure(sequence);
        const MatrixD before = sgd.wQ();
        sgd.update();
        const MatrixD gradient = before - sgd.wQ();
        first = 0.9 * first + 0.1 * gradient;
        second = 0.999 * second + 0.001 * gradient.cwiseProduct(gradient);
        const MatrixD want = adam.wQ() - (0.01 * (first.array() / (1 - std::pow(0.9, t))) /
                                          ((second.array() / (1 - std::pow(0.999, t))).sqrt() + 1e-8))
                                             .matrix();
        adam.measure(sequence);
        adam.update();
        CHECK((adam.wQ() - want).cwiseAbs().maxCoeff() < 1e-5);
    }
}

TEST_CASE("both copies begin alike, and the run is the same bits again") {
    Scene scene = trainingScene();
    scene.source.seed = testSeed();
    CAPTURE(scene.source.seed);
    const HeadPointer head = buildHead(scene), again = buildHead(scene, 1);
    LockStep a(scene, head), b(scene, again);
    for (int step = 0; step < 5; ++step) {
        for (const std::size_t copy : {0, 1}) {
            CHECK(a.now().measures[copy].weights == b.now().measures[copy].weights);
            CHECK(a.now().measures[copy].loss == b.now().measures[copy].loss);
        }
        a.advance();
        b.advance();
    }
    CHECK(a.now().step == 5);
    // Without a difference between the scales there is none between the copies.
    scene.source.dK = 1;
    LockStep same(scene, buildHead(scene));
    for (int step = 0; step < 5; ++step)
        same.advance();
    CHECK(same.now().measures[0].weights == same.now().measures[1].weights);
}

TEST_CASE("on one sequence the unscaled head freezes and the scaled one learns") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        CAPTURE(seed);
        Scene scene = trainingScene();
        scene.source.seed = seed;
        LockStep training(scene, buildHead(scene));
        const TrainingStep start = training.now();
        for (int step = 0; step < 300; ++step)
            training.advance();
        const auto& [unscaled, scaled] = training.now().measures;
        CHECK(scaled.loss < 0.25 * start.measures[1].loss);
        CHECK(unscaled.loss > 5 * scaled.loss);
        CHECK(unscaled.gradWQ < 0.01 * start.measures[0].gradWQ);
        CHECK(scaled.accuracy > unscaled.accuracy);
    }
}
