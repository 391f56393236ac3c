#include "ui/charts/sweep_chart.h"

#include "core/analysis/dk_keys.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QTest>

#include <cmath>
#include <memory>

using namespace softscope;

namespace {

Scene smallScene() {
    Scene scene;
    scene.source.tokens = 12;
    scene.sweep.trials = 3;
    return scene;
}

std::unique_ptr<SweepChart> chartOn(Session& session, ChartName name, const Scene& scene = smallScene()) {
    session.reset(scene, {});
    auto chart = std::make_unique<SweepChart>(&session, name);
    chart->resize(400, 200);
    chart->show();
    return chart;
}

Sweep swept(const Scene& scene) {
    SweepRequest request;
    request.sizes.assign(dkSizes.begin(), dkSizes.end());
    return sweep(scene, request);
}

} // namespace

TEST_CASE("a sweep's chart draws the sweep of that scene, whichever quantity", "[sweep_chart]") {
    const std::pair<ChartName, SweepQuantity> cases[] = {
        {ChartName::sweepEntropy, SweepQuantity::entropy},
        {ChartName::sweepEffectiveTokens, SweepQuantity::effectiveTokens},
        {ChartName::sweepLargestWeight, SweepQuantity::maxWeight},
        {ChartName::sweepJacobian, SweepQuantity::frobenius},
        {ChartName::sweepSpectral, SweepQuantity::spectral},
        {ChartName::sweepGradQ, SweepQuantity::gradQ},
        {ChartName::sweepGradK, SweepQuantity::gradK}};
    const Sweep want = swept(smallScene());
    for (const auto& [name, quantity] : cases) {
        Session session;
        const auto chart = chartOn(session, name);
        REQUIRE(test::waitFor([&] { return chart->finished(); }));
        const bool logarithmic = quantity == SweepQuantity::gradQ || quantity == SweepQuantity::gradK;
        const auto place = [&](double value) { return logarithmic ? std::max(std::log10(value), -12.0) : value; };
        for (const bool scaled : {true, false}) {
            CAPTURE(int(name), scaled);
            const auto& points = scaled ? want.scaled : want.unscaled;
            const QLineSeries* mean = chart->line(SweepChart::Line::mean, scaled);
            REQUIRE(mean->count() == 11);
            for (int p = 0; p < 11; ++p) {
                const Spread& spread = points[std::size_t(p)].of(quantity);
                CHECK(mean->at(p).x() == p);
                CHECK(mean->at(p).y() == Approx(place(spread.mean)).margin(1e-9));
                CHECK(chart->line(SweepChart::Line::median, scaled)->at(p).y() ==
                      Approx(place(spread.median)).margin(1e-9));
                CHECK(chart->band(scaled)->upperSeries()->at(p).y() == Approx(place(spread.p95)).margin(1e-9));
                CHECK(chart->band(scaled)->lowerSeries()->at(p).y() == Approx(place(spread.p5)).margin(1e-9));
            }
            CHECK((chart->line(SweepChart::Line::floor, scaled)->count() == 11) ==
                  (quantity == SweepQuantity::entropy));
        }
        CHECK(chart->subtitle().contains("all 12 rows, 3 fresh heads"));
    }
}

TEST_CASE("the floor is under the entropy, and theory is drawn where there is one", "[sweep_chart]") {
    Session session;
    const auto chart = chartOn(session, ChartName::sweepEntropy);
    REQUIRE(test::waitFor([&] { return chart->finished(); }));
    for (const bool scaled : {true, false}) {
        CHECK(chart->line(SweepChart::Line::theory, scaled)->count() == 11);
        for (int p = 0; p < 11; ++p)
            CHECK(chart->line(SweepChart::Line::floor, scaled)->at(p).y() <=
                  chart->line(SweepChart::Line::mean, scaled)->at(p).y());
    }
}

TEST_CASE("a press goes to the nearest d_k that was measured, as one step, and nothing is drawn again",
          "[sweep_chart]") {
    Session session;
    const auto chart = chartOn(session, ChartName::sweepEffectiveTokens);
    REQUIRE(test::waitFor([&] { return chart->finished(); }));
    const QRectF plot = chart->plotArea();
    const QPoint at(int(plot.left() + plot.width() * 8.2 / 10), int(plot.center().y()));
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, at);
    CHECK(session.scene().source.dK == 256);
    CHECK(chart->markedDK() == 256);
    CHECK(chart->finished()); // the sweep does not depend on the present d_k
    session.undo();
    CHECK(session.scene().source.dK == 64);
}

TEST_CASE("what matters draws again, what does not leaves the chart alone", "[sweep_chart]") {
    Session session;
    const auto chart = chartOn(session, ChartName::sweepEffectiveTokens);
    REQUIRE(test::waitFor([&] { return chart->finished(); }));
    session.edit("scale", [](Scene& scene) { scene.softmax.scale.kind = ScaleKind::none; });
    session.edit("colours", [](Scene& scene) { scene.view.places[0].display.norm = NormKind::symlog; });
    CHECK(chart->finished());
    session.edit("seed", [](Scene& scene) { scene.source.seed = 9; });
    CHECK_FALSE(chart->finished());
    REQUIRE(test::waitFor([&] { return chart->finished(); }));
    Scene scene = smallScene();
    scene.source.seed = 9;
    CHECK(chart->line(SweepChart::Line::mean, true)->at(3).y() ==
          Approx(swept(scene).scaled[3].of(SweepQuantity::effectiveTokens).mean));
}

TEST_CASE("one head has no fresh ones, and says so", "[sweep_chart]") {
    Session session;
    Scene scene = smallScene();
    scene.source.kind = SourceKind::workedExample;
    scene.selection = {};
    const auto chart = chartOn(session, ChartName::sweepEntropy, scene);
    REQUIRE(test::waitFor([&] { return chart->subtitle() == "no fresh heads"; }));
    CHECK(chart->markedDK() == 0);
    CHECK(chart->line(SweepChart::Line::mean, true)->count() == 0);
}
