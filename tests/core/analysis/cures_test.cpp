#include "core/analysis/cures.h"

#include "core/head/build.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"
#include "tests/support/reference.h"

#include <algorithm>
#include <cmath>

using namespace softscope;

TEST_CASE("each cure is measured as the reference does, by itself") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    Head head = draw.head(30);
    Softmax softmax;
    softmax.masks = {{MaskKind::window, 20, 20}};
    softmax.softcap = 9;
    softmax.scale = {ScaleKind::factor, 0.3};
    const MatrixF g = draw.gaussian(head.nQ(), head.dV());
    Compute compute;
    compute.upstream = &g;
    const std::vector<CureResult> results = compareCures(head, softmax, compute);
    REQUIRE(results.size() == 9); // with the scene's factor
    CHECK(results.front().cure.name == "none");
    CHECK(results.front().effectiveScale == Approx(1).epsilon(1e-6));
    for (const CureResult& one : results) {
        CAPTURE(one.cure.name);
        CHECK(one.cure.softmax.masks == softmax.masks);
        const reference::Result want = reference::evaluate(head, resolve(one.cure.softmax, head.dK()), &g);
        double tokens = 0, rows = 0;
        std::vector<double> norms;
        for (Index i = 0; i < head.nQ(); ++i) {
            norms.push_back(want.gradQ.row(i).norm());
            if (std::isnan(want.entropy[i]))
                continue;
            tokens += std::exp(want.entropy[i]);
            ++rows;
        }
        CHECK(one.effectiveTokens == Approx(tokens / rows).epsilon(1e-4));
        std::sort(norms.begin(), norms.end());
        const double middle = (norms[(norms.size() - 1) / 2] + norms[norms.size() / 2]) / 2;
        CHECK(one.gradientMedian == Approx(middle).epsilon(1e-3).margin(1e-5 * norms.back()));
        if (one.cure.name != "qk-norm")
            CHECK(one.argmaxChanged == 0);
    }
    CHECK(results[1].effectiveScale == Approx(1 / std::sqrt(double(head.dK()))).epsilon(1e-5));
    CHECK(results[3].cure.softmax.scale.factor == 0.3);
    CHECK(results[5].cure.softmax.softcap == 9.0);
}

TEST_CASE("QK-norm can change which key is chosen, and a sink takes about half of the rows' winners") {
    Scene scene;
    scene.source.tokens = 200;
    scene.source.dK = 64;
    const HeadPointer head = buildHead(scene);
    const std::vector<CureResult> results = compareCures(*head, scene.softmax);
    const auto named = [&](std::string_view name) {
        return *std::find_if(results.begin(), results.end(),
                             [&](const CureResult& one) { return one.cure.name == name; });
    };
    CHECK(named("qk-norm").argmaxChanged > 20);
    CHECK(named("log-length").argmaxChanged == 0);
    CHECK(named("softcap").argmaxChanged == 0); // though float makes equals of what is far beyond the cap
    REQUIRE(named("sink").cure.softmax.sink);
    Pass pass;
    pass.options = resolve(named("sink").cure.softmax, 64);
    Index lost = 0;
    for (const RowStatistics& row : evaluate(*head, pass).rows)
        lost += row.maxWeight > 0.5 ? 0 : 1;
    CHECK(named("sink").effectiveTokens > 1);
    CHECK(named("none").effectiveTokens < named("sqrt").effectiveTokens);
    CHECK(lost < 200);
}
