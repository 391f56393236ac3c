#include "core/analysis/gradient_flow.h"

#include "core/head/build.h"
#include "core/head/upstream.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"
#include "tests/support/reference.h"

#include <algorithm>
#include <cmath>

using namespace softscope;

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Checks a bar against the norms of the rows of a matrix, those where `counts` is false left out.
void checkBar(const FlowBar& bar, const MatrixD& gradient, const std::vector<bool>& counts = {}) {
    INFO(wordOf(bar.stage));
    std::vector<double> norms;
    double squares = 0;
    for (Index i = 0; i < gradient.rows(); ++i) {
        if (!counts.empty() && !counts[std::size_t(i)])
            continue;
        norms.push_back(gradient.row(i).norm());
        squares += gradient.row(i).squaredNorm();
    }
    if (norms.empty()) { // no query sees a key
        CHECK(std::isnan(bar.median));
        CHECK(std::isnan(bar.rms));
        return;
    }
    const double rms = std::sqrt(squares / double(norms.size()));
    CHECK(bar.rms == Approx(rms).epsilon(1e-4).margin(1e-9));
    CHECK(bar.median == Approx(median(norms)).epsilon(1e-4).margin(1e-6 * rms + 1e-9));
}

} // namespace

TEST_CASE("each stage of the flow is that of the reference") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 12; ++round) {
        CAPTURE(round);
        Draw draw(seed + round);
        Head head = round % 2 == 0 ? draw.projectedHead(24) : draw.head(24);
        if (round % 3 == 0)
            draw.addMasks(head);
        Softmax softmax;
        softmax.qkNorm = round % 5 == 4;
        if (round % 4 == 1)
            softmax.softcap = 3;
        softmax.logLength = round % 4 == 2;
        if (round % 4 == 3)
            softmax.sink = 1;
        const MatrixF g = draw.gaussian(head.nQ(), head.dV());
        Compute compute;
        compute.upstream = &g;
        const GradientFlow flow = gradientFlow(head, softmax, compute);
        for (const bool scaled : {true, false}) {
            Softmax one = softmax;
            one.scale = {scaled ? ScaleKind::sqrt : ScaleKind::none};
            const LogitOptions options = resolve(one, head.dK());
            const reference::Result want = reference::evaluate(head, options, &g);
            const auto& bars = scaled ? flow.scaled : flow.unscaled;
            REQUIRE(bars.size() == (head.projection ? 9U : 6U));
            std::vector<bool> hasKey;
            MatrixD dP = g.cast<double>() * head.v.cast<double>().transpose();
            for (Index i = 0; i < head.nQ(); ++i) {
                hasKey.push_back(want.allowed.row(i).any());
                for (Index j = 0; j < head.nK(); ++j)
                    dP(i, j) = want.allowed(i, j) ? dP(i, j) : 0;
            }
            checkBar(bars[0], g.cast<double>());
            checkBar(bars[1], dP, hasKey);
            checkBar(bars[3], want.gradQ);
            checkBar(bars[4], want.gradK);
            checkBar(bars[5], want.gradV);
            checkBar(bars[2], want.gradScores, hasKey);
            if (head.projection) {
                checkBar(bars[6], want.gradWQ);
                checkBar(bars[7], want.gradWK);
                checkBar(bars[8], want.gradWV);
            }
        }
    }
}

TEST_CASE("without the scale the median row dies while a few explode") {
    double scaledMedian = 0, unscaledMedian = 0, unscaledRms = 0;
    constexpr int heads = 40;
    for (std::uint64_t seed = 1; seed <= heads; ++seed) {
        Scene scene;
        scene.source.tokens = 16;
        scene.source.dK = 512;
        scene.source.dV = 16;
        scene.source.seed = seed;
        scene.upstream = gaussianUpstream;
        const HeadPointer head = buildHead(scene);
        const auto g = upstreamOf(scene, *head);
        Compute compute;
        compute.upstream = g.get();
        const GradientFlow flow = gradientFlow(*head, scene.softmax, compute);
        const auto q = std::size_t(FlowStage::q);
        scaledMedian += flow.scaled[q].median / std::sqrt(16.0) / heads;
        unscaledMedian += flow.unscaled[q].median / std::sqrt(16.0) / heads;
        unscaledRms += flow.unscaled[q].rms / std::sqrt(16.0) / heads;
    }
    // numerics.md: .27 scaled, .006 unscaled, root mean square 3.5, for a unit dP.
    CHECK(scaledMedian == Approx(.27).margin(.04));
    CHECK(unscaledMedian < .05);
    CHECK(unscaledRms == Approx(3.5).margin(1.2));
}
