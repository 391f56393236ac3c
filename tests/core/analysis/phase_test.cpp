#include "core/analysis/fresh_heads.h"
#include "core/analysis/phase.h"
#include "core/analysis/visible_keys.h"
#include "core/base/error.h"
#include "core/engine/logit_row.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <cmath>

using namespace softscope;

namespace {

/// One cell from whole heads of that very size, in double precision: the rows that the map says it looks at.
PhaseCell slowCell(const Scene& scene, const PhaseRequest& request, const Scale& scale, Index n, Index dK) {
    double participation = 0, tokens = 0, rows = 0;
    for (Index trial = 0; trial < request.trials; ++trial) {
        Source source = freshSource(scene.source, trial);
        source.tokens = n;
        source.dK = dK;
        Softmax softmax = scene.softmax;
        softmax.scale = scale;
        const HeadPointer head = HeadBuilder().build(source, {});
        const LogitOptions options = resolve(softmax, dK);
        MatrixD q = head->q.cast<double>(), k = head->k.cast<double>();
        if (options.qkNorm) {
            q.rowwise().normalize();
            k.rowwise().normalize();
        }
        std::vector<Index> looked = evenlySpacedRows(n, request.mostRows);
        for (std::size_t r = 0; scene.softmax.masks.empty() && r < looked.size(); ++r)
            looked[r] = Index(r);
        for (const Index i : looked) {
            std::vector<double> z;
            for (Index j = 0; j < n; ++j) {
                const double scaled = options.scale * q.row(i).dot(k.row(j));
                if (attends(*head, options, i, j))
                    z.push_back(options.softcap ? *options.softcap * std::tanh(scaled / *options.softcap) : scaled);
            }
            if (z.empty())
                continue;
            if (options.sink)
                z.push_back(*options.sink);
            VectorD s = VectorD::Map(z.data(), Index(z.size()));
            s = (s.array() - s.maxCoeff()).exp();
            s /= s.sum();
            double entropy = 0;
            for (const double p : s)
                entropy -= p > 0 ? p * std::log(p) : 0;
            participation += s.head(s.size() - (options.sink ? 1 : 0)).squaredNorm();
            tokens += std::exp(entropy);
            ++rows;
        }
    }
    return {participation / rows, tokens / rows, undefined};
}

PhaseRequest requestOf(std::vector<Index> tokens, std::vector<Index> sizes, Index trials) {
    PhaseRequest request;
    request.tokens = std::move(tokens);
    request.sizes = std::move(sizes);
    request.scales = {{ScaleKind::none}, {ScaleKind::sqrt}, {ScaleKind::factor, 0.4}};
    request.trials = trials;
    return request;
}

} // namespace

TEST_CASE("a phase diagram agrees with whole heads in double precision") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Scene scene;
    scene.source.seed = seed;
    PhaseRequest request = requestOf({1, 2, 9, 40, 70}, {1, 5, 33}, 3);
    SECTION("Gaussian, of any variance") {
        scene.source.sigmaQ = 1.3;
        scene.softmax.temperature = 1.7;
    }
    SECTION("more keys than a block holds") {
        request = requestOf({5, 513, 1100}, {3, 20}, 2);
    }
    SECTION("projected") {
        scene.source.kind = SourceKind::projection;
        scene.source.dModel = 24;
    }
    SECTION("causal and softcapped") {
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
        scene.softmax.softcap = 5;
    }
    SECTION("a sink") {
        scene.softmax.sink = 4;
    }
    SECTION("unit vectors in a window") {
        scene.softmax.qkNorm = true;
        scene.softmax.temperature = 0.1;
        scene.softmax.masks = {Mask{MaskKind::window, 9, 3}};
    }
    const PhaseMap map = phaseMap(scene, request);
    for (std::size_t scale = 0; scale < request.scales.size(); ++scale) {
        for (std::size_t token = 0; token < map.tokens.size(); ++token) {
            for (std::size_t size = 0; size < map.sizes.size(); ++size) {
                CAPTURE(scale, map.tokens[token], map.sizes[size]);
                const PhaseCell slow =
                    slowCell(scene, request, request.scales[scale], map.tokens[token], map.sizes[size]);
                CHECK(map.at(scale, token, size).participation == Approx(slow.participation).epsilon(1e-4));
                CHECK(map.at(scale, token, size).effectiveTokens == Approx(slow.effectiveTokens).epsilon(1e-4));
            }
        }
    }
}

TEST_CASE("measured participation is that of the random energy model") {
    Scene scene;
    PhaseRequest request = requestOf({4, 32, 300}, {2, 16, 128}, 80);
    SECTION("every key") {}
    SECTION("causal: rows of many lengths") {
        scene.softmax.masks = {Mask{MaskKind::causal, 0, 0}};
        request.tokens = {4, 5, 6, 8, 11, 16, 32, 300};
    }
    const PhaseMap map = phaseMap(scene, request);
    for (std::size_t scale = 0; scale < request.scales.size(); ++scale) {
        for (std::size_t token = 0; token < map.tokens.size(); ++token) {
            for (std::size_t size = 0; size < map.sizes.size(); ++size) {
                CAPTURE(scale, map.tokens[token], map.sizes[size]);
                const PhaseCell& cell = map.at(scale, token, size);
                CHECK(cell.participation == Approx(cell.theory).margin(.04));
            }
        }
    }
    scene.softmax.softcap = 3;
    CHECK(std::isnan(phaseMap(scene, requestOf({4}, {2}, 1)).at(0, 0, 0).theory));
}

TEST_CASE("the freezing line is d_k = 2 ln n, moved by temperature and variances, and gone with the scale") {
    Scene scene;
    const PhasePoint low{1, 1}, high{4096, 1024};
    for (const PhasePoint& point : freezingLine(scene, {ScaleKind::none}, low, high))
        CHECK(point.dK == Approx(2 * std::log(point.tokens)));
    CHECK(freezingLine(scene, {ScaleKind::none}, low, high).size() > 100);
    CHECK(freezingLine(scene, {ScaleKind::none}, {1, 100}, high).empty());
    scene.softmax.temperature = 3;
    scene.source.sigmaQ = 2;
    for (const PhasePoint& point : freezingLine(scene, {ScaleKind::none}, low, high))
        CHECK(point.dK == Approx(2 * std::log(point.tokens) * 9 / 4));
    scene.softmax.temperature = 1;
    // With 1/√d_k the variance is σ_q² whatever d_k is.
    for (const PhasePoint& point : freezingLine(scene, {ScaleKind::sqrt}, low, high))
        CHECK(point.tokens == Approx(std::exp(2.0)));
    CHECK(freezingLine(scene, {ScaleKind::sqrt}, low, high).size() == 2);
    CHECK(freezingLine(scene, {ScaleKind::factor, 0}, low, high).empty());
    scene.softmax.softcap = 4;
    CHECK(freezingLine(scene, {ScaleKind::none}, low, high).empty());
}

TEST_CASE("a phase diagram is the same bits on any number of threads and can be stopped") {
    const Scene scene;
    const PhaseRequest request = requestOf({7, 90}, {4, 64}, 9);
    const PhaseMap one = phaseMap(scene, request, 1), many = phaseMap(scene, request, 3);
    for (std::size_t cell = 0; cell < 4; ++cell)
        CHECK(one.cells[0][cell].participation == many.cells[0][cell].participation);
    // A map of fewer cells has the very same numbers.
    const PhaseMap part = phaseMap(scene, requestOf({90}, {64}, 9));
    CHECK(part.at(0, 0, 0).participation == Approx(one.at(0, 1, 1).participation).epsilon(1e-5));
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(phaseMap(scene, request, 2, stop.get_token()), Cancelled);
}

TEST_CASE("a phase diagram refuses log-length in a sentence") {
    Scene scene;
    scene.softmax.logLength = true;
    CHECK_THROWS_WITH(phaseMap(scene, requestOf({2}, {2}, 1)), Catch::Matchers::Contains("take it off"));
}

TEST_CASE("cells on logarithmic axes") {
    CHECK(cellEdges({1, 2, 8}) == std::vector<double>{-0.5, 0.5, 2, 4});
    CHECK(cellEdges({16}) == std::vector<double>{3.5, 4.5});
    const std::vector<Index> numbers = logSpaced(2, 4096, 48);
    CHECK(numbers.front() == 2);
    CHECK(numbers.back() == 4096);
    CHECK(std::is_sorted(numbers.begin(), numbers.end()));
    CHECK(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());
    CHECK(logSpaced(8, 8, 48) == std::vector<Index>{8});
}
