#include "ui/charts/score_distribution_chart.h"

#include "tests/catch.h"
#include "tests/ui/charts/settled.h"

#include <QLineSeries>
#include <QSignalSpy>
#include <QValueAxis>

#include <cmath>
#include <numbers>

using namespace softscope;

namespace {

std::pair<double, double> xRange(const ScoreDistributionChart& chart) {
    const auto* axis = dynamic_cast<const QValueAxis*>(chart.chart()->axes(Qt::Horizontal).value(0));
    REQUIRE(axis);
    return {axis->min(), axis->max()};
}

} // namespace

TEST_CASE("the steps are the shown distribution and the line is N(0, d_k)") {
    Session session;
    ScoreDistributionChart chart(&session);
    settle(session);
    const ScoreDistribution& d = session.shown()->distribution;
    const QList<QPointF> points = chart.measured()->points();
    REQUIRE(points.size() == qsizetype(2 * d.density.size()));
    for (std::size_t b = 0; b < d.density.size(); ++b) {
        CHECK(points[qsizetype(2 * b)] == QPointF(d.edges[b], d.density[b]));
        CHECK(points[qsizetype(2 * b + 1)] == QPointF(d.edges[b + 1], d.density[b]));
    }
    CHECK(points.size() <= 250);
    REQUIRE(chart.theory()->count() > 50);
    CHECK(chart.theory()->count() <= 100);
    const double dK = double(session.scene().source.dK);
    for (const QPointF& point : chart.theory()->points())
        CHECK(point.y() == Approx(std::exp(-point.x() * point.x() / (2 * dK)) / std::sqrt(2 * std::numbers::pi * dK)));
}

TEST_CASE("the distribution is updated in place and its axis keeps still during a drag") {
    Session session;
    ScoreDistributionChart chart(&session);
    settle(session);
    const QLineSeries* const measured = chart.measured();
    const QLineSeries* const theory = chart.theory();
    const auto range = xRange(chart);
    CHECK(range.first == -range.second);
    QSignalSpy replaced(measured, &QXYSeries::pointsReplaced), added(measured, &QXYSeries::pointAdded);
    for (const Index dK : {65, 66, 67}) {
        session.edit(
            "dₖ", [dK](Scene& scene) { scene.source.dK = dK; }, "drag");
        settle(session);
        CHECK(xRange(chart) == range);
    }
    session.endGesture();
    CHECK(chart.measured() == measured);
    CHECK(chart.theory() == theory);
    CHECK(replaced.count() >= 1);
    CHECK(added.count() == 0);
    session.edit("dₖ", [](Scene& scene) { scene.source.dK = 1024; });
    settle(session);
    CHECK(xRange(chart).second > 2 * range.second);
    CHECK(xRange(chart).second >= session.shown()->distribution.edges.back());
}

TEST_CASE("theory is drawn only where there is one, and named by what it is") {
    Session session;
    Scene scene;
    scene.source.sigmaQ = 2;
    session.reset(scene, {});
    ScoreDistributionChart chart(&session);
    settle(session);
    CHECK(chart.title() == "Scores against N(0, dₖσq²σk²)");
    CHECK(chart.subtitle().contains("measured, 256 in theory; excess kurtosis "));
    session.edit("x", [](Scene& s) { s.softmax.qkNorm = true; });
    settle(session);
    CHECK(chart.title() == "Scores against N(0, 1/dₖ)");
    session.edit("x", [](Scene& s) { s.source.kind = SourceKind::workedExample; });
    settle(session);
    CHECK(chart.title() == "Distribution of scores");
    CHECK(chart.theory()->count() == 0);
    CHECK_FALSE(chart.subtitle().contains("theory"));
    CHECK(chart.measured()->count() > 0);
}

TEST_CASE("the typical gap and what it makes of the weights stand in the chart, and where the scale falls short") {
    Session session;
    session.reset(Scene(), {}); // d_k = 64: √128 = 11.3, e^11.3 = 8.2e4; √2, e^√2 = 4.11
    ScoreDistributionChart chart(&session);
    settle(session);
    REQUIRE(chart.gapLines().size() == 2);
    CHECK(chart.gapLines()[0].startsWith("gap 11.3"));
    CHECK(chart.gapLines()[1].startsWith("÷√dₖ 1.41"));
    CHECK(chart.gapLines()[1].contains("4.11"));
    session.edit("σ", [](Scene& scene) { scene.source.sigmaQ = scene.source.sigmaK = 2; });
    settle(session);
    REQUIRE(chart.gapLines().size() == 3);
    CHECK(chart.gapLines()[2].startsWith("÷√dₖ leaves variance 16"));
    session.edit("source", [](Scene& scene) { scene.source.kind = SourceKind::workedExample; });
    settle(session);
    CHECK(chart.gapLines().isEmpty());
}
