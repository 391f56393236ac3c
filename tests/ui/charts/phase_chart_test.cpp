#include "ui/charts/phase_chart.h"

#include "tests/catch.h"
#include "tests/ui/support/wait.h"

#include <QTest>

#include <memory>

using namespace softscope;

namespace {

std::unique_ptr<PhaseChart> chartOn(Session& session, ChartName name, Scene scene = {}) {
    scene.sweep.trials = 2;
    session.reset(scene, {});
    auto chart = std::make_unique<PhaseChart>(&session, name);
    chart->resize(400, 240);
    chart->show();
    return chart;
}

double participation(const PhaseChart& chart, std::size_t token, std::size_t size) {
    return chart.map()->at(0, token, size).participation;
}

} // namespace

TEST_CASE("the phase chart ends at the finest map, bright above the line and dark below", "[phase_chart]") {
    Session session;
    const auto chart = chartOn(session, ChartName::phaseUnscaled);
    REQUIRE(test::waitFor([&] { return chart->finished(); }));
    REQUIRE(chart->map()->sizes.back() == 1024);
    REQUIRE(chart->map()->tokens.back() == 1024);
    const std::size_t tokens = chart->map()->tokens.size() - 1, sizes = chart->map()->sizes.size() - 1;
    CHECK(participation(*chart, tokens, sizes) > 0.7);
    CHECK(participation(*chart, tokens, 0) < 0.2);
    CHECK(chart->subtitle().contains("the line"));
}

TEST_CASE("with the scale nothing freezes, and the present scale is one of both", "[phase_chart]") {
    Session session;
    const auto scaled = chartOn(session, ChartName::phaseScaled);
    PhaseChart present(&session, ChartName::phasePresent);
    present.resize(400, 240);
    present.show();
    REQUIRE(test::waitFor([&] { return scaled->finished() && present.finished(); }));
    const std::size_t tokens = scaled->map()->tokens.size() - 1, sizes = scaled->map()->sizes.size() - 1;
    CHECK(participation(*scaled, tokens, sizes) < 0.05);
    CHECK(participation(present, tokens, sizes) == participation(*scaled, tokens, sizes));
    session.edit("scale", [](Scene& scene) { scene.softmax.scale.kind = ScaleKind::none; });
    CHECK(scaled->finished());
    CHECK_FALSE(present.finished());
}

TEST_CASE("a press goes to that head, as one step", "[phase_chart]") {
    Session session;
    const auto chart = chartOn(session, ChartName::phaseUnscaled);
    REQUIRE(test::waitFor([&] { return chart->finished(); }));
    const QRectF plot = chart->plotArea();
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, plot.bottomLeft().toPoint() + QPoint(2, -2));
    CHECK(session.scene().source.tokens == 2);
    CHECK(session.scene().source.dK == 1);
    CHECK(chart->finished());
    session.undo();
    CHECK(session.scene().source.tokens == 64);
}

TEST_CASE("log-length has no phase diagram, and the chart says why", "[phase_chart]") {
    Session session;
    Scene scene;
    scene.softmax.logLength = true;
    const auto chart = chartOn(session, ChartName::phaseUnscaled, scene);
    REQUIRE(test::waitFor([&] { return chart->subtitle() == "no fresh heads"; }));
    CHECK(chart->map() == nullptr);
}
