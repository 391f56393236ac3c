#include "ui/charts/depth_chart.h"

#include "tests/catch.h"
#include "tests/ui/support/wait.h"

#include <QCheckBox>
#include <QLineSeries>

#include <cmath>
#include <memory>

using namespace softscope;

namespace {

Scene stack() {
    Scene scene;
    scene.source.kind = SourceKind::projection;
    scene.source.tokens = 6;
    scene.source.dModel = scene.source.dK = 8;
    scene.depth.layers = 3;
    scene.sweep.trials = 2;
    return scene;
}

} // namespace

TEST_CASE("the depth chart draws the stack of the scene, and its boxes take it apart", "[depth_chart]") {
    Session session;
    session.reset(stack(), {});
    DepthChart chart(&session);
    chart.resize(400, 200);
    chart.show();
    REQUIRE(test::waitFor([&] { return chart.finished(); }));
    const auto check = [&](const Scene& scene) {
        const Depth want = depthGradients(scene);
        for (const bool scaled : {true, false}) {
            REQUIRE(chart.norm(scaled)->count() == 3);
            for (int layer = 0; layer < 3; ++layer) {
                const DepthLayer& one = want.stacks[scaled ? 1 : 0][std::size_t(layer)];
                CHECK(chart.norm(scaled)->at(layer) == QPointF(layer + 1, std::log10(one.gradientNorm)));
                CHECK(chart.median(scaled)->at(layer) == QPointF(layer + 1, std::log10(one.gradientRowMedian)));
            }
        }
    };
    check(stack());
    CHECK_FALSE(chart.subtitle().contains("since"));
    auto* const residual = chart.controls()->findChild<QCheckBox*>(QStringLiteral("residual"));
    REQUIRE(residual);
    CHECK(residual->isChecked());
    residual->click();
    CHECK_FALSE(session.scene().depth.residual);
    CHECK_FALSE(chart.finished());
    REQUIRE(test::waitFor([&] { return chart.finished(); }));
    Scene apart = stack();
    apart.depth.residual = false;
    check(apart);
    session.undo();
    CHECK(residual->isChecked());
}

TEST_CASE("rank collapse is named", "[depth_chart]") {
    Session session;
    Scene scene; // no projection: the stack of the contract
    scene.depth.residual = scene.depth.layerNorm = false;
    scene.sweep.trials = 1;
    session.reset(scene, {});
    DepthChart chart(&session);
    chart.show();
    REQUIRE(test::waitFor([&] { return chart.finished(); }));
    CHECK(chart.subtitle().contains("rank collapse with the scale"));
    CHECK(chart.norm(true)->count() == 8);
    CHECK(chart.subtitle().contains("of 32 tokens, d = 256, since this head makes no stack"));
}
