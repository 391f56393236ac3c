#include "core/analysis/fresh_heads.h"
#include "core/analysis/sweep.h"
#include "core/base/error.h"
#include "core/head/random.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"
#include "tests/support/reference.h"

#include <algorithm>
#include <cmath>

using namespace softscope;

namespace {

using Values = std::array<std::vector<double>, sweepQuantities>;

/// All rows of all heads, each built by itself at its size and evaluated in double precision by the definitions.
Values slowValues(const Scene& scene, Index dK, ScaleKind kind, std::vector<double>& logits) {
    Values values;
    for (Index trial = 0; trial < scene.sweep.trials; ++trial) {
        Source source = freshSource(scene.source, trial);
        source.dK = dK;
        const HeadPointer head = HeadBuilder().build(source, {});
        MatrixF g(head->nQ(), head->dV());
        fillGaussian(g, source.seed, Stream::upstream, 1 / std::sqrt(double(head->dV())));
        Softmax softmax = scene.softmax;
        softmax.scale = {kind};
        const LogitOptions options = resolve(softmax, dK);
        const reference::Result all = reference::evaluate(*head, options, &g);
        const auto put = [&](SweepQuantity quantity, double value) { values[std::size_t(quantity)].push_back(value); };
        for (Index i = 0; i < head->nQ(); ++i) {
            put(SweepQuantity::gradK, all.gradK.row(i).norm());
            for (Index j = 0; j < head->nK(); ++j) {
                if (all.allowed(i, j))
                    logits.push_back(options.scale * all.scores(i, j));
            }
            if (std::isnan(all.entropy[i]))
                continue;
            put(SweepQuantity::entropy, all.entropy[i]);
            put(SweepQuantity::effectiveTokens, std::exp(all.entropy[i]));
            put(SweepQuantity::maxWeight, all.maxWeight[i]);
            put(SweepQuantity::frobenius, all.frobenius[i]);
            put(SweepQuantity::spectral, all.spectral[i]);
            put(SweepQuantity::gradQ, all.gradQ.row(i).norm());
        }
    }
    return values;
}

double at(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double place = share * double(values.size() - 1);
    const auto below = std::size_t(place);
    return std::lerp(values[below], values[std::min(below + 1, values.size() - 1)], place - double(below));
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / double(values.size());
}

void checkAgainstSlow(const Scene& scene) {
    SweepRequest request;
    request.sizes = {1, 3, 16, 50};
    const Sweep found = sweep(scene, request);
    CHECK(found.trials == scene.sweep.trials);
    CHECK(found.rows == scene.source.tokens);
    for (std::size_t s = 0; s < request.sizes.size(); ++s) {
        for (const ScaleKind kind : {ScaleKind::sqrt, ScaleKind::none}) {
            const SweepPoint& point = (kind == ScaleKind::sqrt ? found.scaled : found.unscaled)[s];
            CHECK(point.dK == request.sizes[s]);
            std::vector<double> logits;
            const Values slow = slowValues(scene, point.dK, kind, logits);
            double variance = 0;
            for (const double z : logits)
                variance += std::pow(z - mean(logits), 2) / double(logits.size());
            CHECK(point.scoreVariance == Approx(variance).epsilon(1e-4));
            for (std::size_t q = 0; q < sweepQuantities; ++q) {
                CAPTURE(point.dK, int(kind), columnName(SweepQuantity(q)));
                // One dimension of unit vectors has no gradient: rounding is all there is.
                const double size = *std::max_element(slow[q].begin(), slow[q].end());
                CHECK(point.rows[q].mean == Approx(mean(slow[q])).epsilon(2e-4).margin(1e-6 * size + 1e-7));
                CHECK(point.rows[q].p5 == Approx(at(slow[q], 0.05)).epsilon(2e-4).margin(1e-5 * size + 1e-7));
                CHECK(point.rows[q].median == Approx(at(slow[q], 0.5)).epsilon(2e-4).margin(1e-5 * size + 1e-7));
                CHECK(point.rows[q].p95 == Approx(at(slow[q], 0.95)).epsilon(2e-4).margin(1e-5 * size + 1e-7));
            }
            CHECK(std::isnan(point.entropyFloor) == scene.softmax.sink.has_value());
            if (!scene.softmax.sink)
                CHECK(point.of(SweepQuantity::entropy).mean >= point.entropyFloor);
        }
    }
}

Scene sceneOf(Index tokens, std::uint64_t seed, Index trials) {
    Scene scene;
    scene.source.tokens = tokens;
    scene.source.seed = seed;
    scene.sweep.trials = trials;
    return scene;
}

} // namespace

TEST_CASE("a sweep agrees with whole heads in double precision") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Scene scene = sceneOf(19, seed, 3);
    SECTION("Gaussian, of any variance") {
        scene.source.sigmaQ = 1.3;
        scene.source.sigmaK = 0.6;
    }
    SECTION("projected, with values of their own size") {
        scene.source.kind = SourceKind::projection;
        scene.source.dModel = 24;
        scene.source.dV = 5;
    }
    SECTION("causal, softcapped, hot") {
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
        scene.softmax.softcap = 5;
        scene.softmax.temperature = 1.5;
    }
    SECTION("log-length and a sink") {
        scene.softmax.logLength = true;
        scene.softmax.sink = 3;
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
    }
    SECTION("unit vectors in a window") {
        scene.softmax.qkNorm = true;
        scene.softmax.temperature = 0.05;
        scene.softmax.masks = {Mask{MaskKind::window, 4, 2}};
    }
    checkAgainstSlow(scene);
}

TEST_CASE("a sweep lands in the table of published Monte Carlo means") {
    struct Published {
        Index tokens, dK;
        double maxWeight, frobenius;
    };
    // n = 512, d_k = 16: .431 is published for the largest weight, and .449 found on any seed; the margin spans both.
    const Published table[] = {{16, 4, .426, .325},   {16, 16, .685, .276},  {16, 64, .845, .176},
                               {16, 256, .924, .098}, {64, 4, .273, .258},   {64, 16, .581, .293},
                               {64, 64, .795, .208},  {64, 256, .895, .126}, {512, 4, .134, .157},
                               {512, 16, .431, .285}, {512, 64, .724, .245}, {512, 256, .865, .153}};
    for (const Published& one : table) {
        SweepRequest request;
        request.sizes = {one.dK};
        request.mostRows = 64;
        request.spectral = request.queryGradient = request.keyGradient = false;
        const Sweep found = sweep(sceneOf(one.tokens, 5, 6'400 / std::min<Index>(one.tokens, 64)), request);
        CAPTURE(one.tokens, one.dK);
        CHECK(found.unscaled[0].of(SweepQuantity::maxWeight).mean == Approx(one.maxWeight).margin(.022));
        CHECK(found.unscaled[0].of(SweepQuantity::frobenius).mean == Approx(one.frobenius).margin(.015));
        CHECK(std::isnan(found.unscaled[0].of(SweepQuantity::gradQ).mean));
    }
}

TEST_CASE("measured means follow the theory of Gaussian rows") {
    SweepRequest request;
    request.sizes = {1, 8, 64, 512};
    request.spectral = request.queryGradient = request.keyGradient = false;
    Scene scene = sceneOf(48, 11, 60);
    scene.source.sigmaK = 0.8;
    scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
    const Sweep found = sweep(scene, request);
    for (const auto* points : {&found.scaled, &found.unscaled}) {
        for (const SweepPoint& point : *points) {
            CAPTURE(point.dK);
            CHECK(point.scoreVariance == Approx(point.scoreVarianceTheory).epsilon(0.1));
            CHECK(point.of(SweepQuantity::entropy).mean == Approx(point.entropyTheory).epsilon(0.05));
        }
    }
    CHECK(found.unscaled[2].scoreVarianceTheory == Approx(64 * 0.64));
    CHECK(found.scaled[2].scoreVarianceTheory == Approx(0.64));
}

TEST_CASE("without the scale the median query gets no gradient while a few explode") {
    SweepRequest request;
    request.sizes = {64, 512};
    request.keyGradient = false;
    const Sweep found = sweep(sceneOf(16, 3, 200), request);
    CHECK(found.unscaled[0].of(SweepQuantity::gradQ).median == Approx(.48).margin(.06));
    CHECK(found.scaled[0].of(SweepQuantity::gradQ).median == Approx(.27).margin(.03));
    CHECK(found.unscaled[1].of(SweepQuantity::gradQ).median < .03);
    CHECK(found.scaled[1].of(SweepQuantity::gradQ).median == Approx(.27).margin(.03));
    CHECK(found.unscaled[1].of(SweepQuantity::gradQ).p95 > 5);
}

TEST_CASE("a sweep is the same bits on any number of threads, and grows by more heads") {
    SweepRequest request;
    request.sizes = {5, 40};
    const Scene scene = sceneOf(23, 9, 7);
    const Sweep one = sweep(scene, request, 1), many = sweep(scene, request, 3);
    Sweeper sweeper(scene, request);
    sweeper.run(2);
    CHECK(sweeper.result().trials == 2);
    sweeper.run(7);
    const Sweep grown = sweeper.result();
    for (std::size_t s = 0; s < 2; ++s) {
        for (std::size_t q = 0; q < sweepQuantities; ++q) {
            CHECK(one.unscaled[s].rows[q].mean == many.unscaled[s].rows[q].mean);
            CHECK(one.scaled[s].rows[q].p95 == many.scaled[s].rows[q].p95);
            CHECK(one.scaled[s].rows[q].median == grown.scaled[s].rows[q].median);
        }
        // The two share every random number.
        CHECK(one.scaled[s].scoreVariance == Approx(one.unscaled[s].scoreVariance / double(one.scaled[s].dK)));
    }
}

TEST_CASE("a sample of a head's rows stands for all of them, but not for the gradient of its keys") {
    SweepRequest request;
    request.sizes = {16};
    request.mostRows = 40;
    const Sweep found = sweep(sceneOf(400, 2, 10), request);
    CHECK(found.rows == 40);
    CHECK(found.outOf == 400);
    CHECK(found.unscaled[0].of(SweepQuantity::entropy).mean == Approx(found.unscaled[0].entropyTheory).epsilon(0.1));
    CHECK(found.unscaled[0].of(SweepQuantity::gradQ).mean > 0);
    CHECK(std::isnan(found.unscaled[0].of(SweepQuantity::gradK).mean));
}

TEST_CASE("a sweep can be stopped, and one head of one size cannot be swept") {
    SweepRequest request;
    request.sizes = {16};
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(sweep(sceneOf(16, 1, 4), request, 2, stop.get_token()), Cancelled);
    Scene scene;
    scene.source.kind = SourceKind::workedExample;
    CHECK_THROWS_AS(sweep(scene, request), UsageError);
}

TEST_CASE("fresh heads differ from each other, and not in how often they are drawn") {
    const Source source;
    const Source first = freshSource(source, 0), second = freshSource(source, 1);
    CHECK(first.seed != second.seed);
    CHECK(first.seed != source.seed);
    CHECK(freshSource(source, 1).seed == second.seed);
}
