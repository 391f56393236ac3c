#include "ui/charts/dk_chart.h"

#include "tests/catch.h"
#include "tests/ui/charts/settled.h"

#include <QImage>
#include <QLineSeries>
#include <QSignalSpy>
#include <QValueAxis>

#include <cmath>
#include <memory>

using namespace softscope;

namespace {

Scene sceneOf(ChartName chart) {
    Scene scene;
    scene.source.tokens = 100;
    scene.view.charts[2] = chart;
    return scene;
}

/// The chart of that scene on a Session, shown, when both have come to rest.
std::unique_ptr<DkChart> chartOn(Session& session, const Scene& scene) {
    session.reset(scene, {});
    auto chart = std::make_unique<DkChart>(&session, scene.view.charts[2]);
    chart->resize(400, 200);
    chart->show();
    settle(session);
    return chart;
}

void checkLine(const QLineSeries* line, const std::vector<DkPoint>& points, double DkPoint::*quantity) {
    REQUIRE(line->count() == int(points.size()));
    for (std::size_t p = 0; p < points.size(); ++p)
        CHECK(line->at(int(p)) == QPointF(std::log2(points[p].dK), points[p].*quantity));
}

double axisEnd(const DkChart& chart, Qt::Orientation orientation) {
    const auto* axis = dynamic_cast<const QValueAxis*>(chart.chart()->axes(orientation).value(0));
    REQUIRE(axis);
    return axis->max();
}

} // namespace

TEST_CASE("the lines are the curve's points on a logarithmic axis") {
    const std::vector<std::pair<ChartName, double DkPoint::*>> cases{
        {ChartName::effectiveTokens, &DkPoint::effectiveTokens},
        {ChartName::largestWeight, &DkPoint::maxWeight},
        {ChartName::jacobianNorm, &DkPoint::frobenius}};
    for (const auto& [name, quantity] : cases) {
        Session session;
        const auto chart = chartOn(session, sceneOf(name));
        const DkCurve& curve = *session.curve();
        REQUIRE(curve.scaled.size() == 11);
        checkLine(chart->scaled(), curve.scaled, quantity);
        checkLine(chart->unscaled(), curve.unscaled, quantity);
        if (name == ChartName::effectiveTokens) {
            checkLine(chart->theoryScaled(), curve.theoryScaled, quantity);
            checkLine(chart->theoryUnscaled(), curve.theoryUnscaled, quantity);
        } else {
            CHECK(chart->theoryScaled()->count() == 0);
        }
        CHECK(chart->subtitle().contains("mean of 64 of 100 rows"));
        CHECK(axisEnd(*chart, Qt::Horizontal) == 10); // 1024
    }
}

TEST_CASE("the gradient is there once its chart is shown, its root mean square dashed") {
    Session session;
    session.reset(sceneOf(ChartName::effectiveTokens), {});
    DkChart chart(&session, ChartName::gradientNorm);
    settle(session);
    CHECK(chart.scaled()->count() == 0);
    session.edit("chart", [](Scene& scene) { scene.view.charts[2] = ChartName::gradientNorm; });
    settle(session);
    const DkCurve& curve = *session.curve();
    checkLine(chart.scaled(), curve.scaled, &DkPoint::gradientMedian);
    checkLine(chart.unscaled(), curve.unscaled, &DkPoint::gradientMedian);
    checkLine(chart.theoryScaled(), curve.scaled, &DkPoint::gradientRms);
    checkLine(chart.theoryUnscaled(), curve.unscaled, &DkPoint::gradientRms);
    CHECK(chart.subtitle().contains("root mean square"));
}

TEST_CASE("the mark moves with the slider at once, and nothing of the curve is touched") {
    Session session;
    const auto chart = chartOn(session, sceneOf(ChartName::effectiveTokens));
    CHECK(chart->markedDK() == 64);
    const QLineSeries* const line = chart->scaled();
    const QImage before = chart->grab().toImage();
    QSignalSpy replaced(line, &QXYSeries::pointsReplaced);
    session.edit("dₖ", [](Scene& scene) { scene.source.dK = 300; }); // no event is handled from here on
    CHECK(chart->markedDK() == 300);
    CHECK(chart->grab().toImage() != before);
    settle(session);
    CHECK(replaced.count() == 0);
    CHECK(chart->scaled() == line);
}

TEST_CASE("a d_k beyond the curve has its mark on a longer axis") {
    Session session;
    const auto chart = chartOn(session, sceneOf(ChartName::effectiveTokens));
    session.edit("dₖ", [](Scene& scene) { scene.source.dK = 3000; });
    CHECK(axisEnd(*chart, Qt::Horizontal) == 12);
    session.undo();
    CHECK(axisEnd(*chart, Qt::Horizontal) == 10);
    settle(session);
}

TEST_CASE("a press and drag in the plot sets d_k, as one step to undo") {
    Session session;
    const auto chart = chartOn(session, sceneOf(ChartName::effectiveTokens));
    const auto at = [&](double power) {
        const QRectF plot = chart->plotArea();
        return QPointF(plot.left() + plot.width() * power / 10, plot.center().y()).toPoint();
    };
    const auto log2DK = [&] { return std::log2(double(session.scene().source.dK)); };
    const double pixel = 10 / chart->plotArea().width();
    QTest::mousePress(chart->viewport(), Qt::LeftButton, {}, at(8));
    CHECK(log2DK() == Approx(8).margin(pixel));
    QTest::mouseMove(chart->viewport(), at(9));
    CHECK(log2DK() == Approx(9).margin(pixel));
    QTest::mouseMove(chart->viewport(), at(14)); // outside: the end of the axis
    CHECK(session.scene().source.dK == 1024);
    QTest::mouseRelease(chart->viewport(), Qt::LeftButton, {}, at(9));
    QTest::mouseMove(chart->viewport(), at(3));
    CHECK(session.scene().source.dK == 1024);
    session.undo();
    CHECK(session.scene().source.dK == 64);
    CHECK_FALSE(session.canUndo());
    settle(session);
}

TEST_CASE("a head with one d_k has no curve, and a press changes nothing") {
    Session session;
    const auto chart = chartOn(session, sceneOf(ChartName::effectiveTokens));
    REQUIRE(chart->scaled()->count() == 11);
    session.edit("source", [](Scene& scene) { scene.source.kind = SourceKind::workedExample; });
    settle(session);
    CHECK(chart->scaled()->count() == 0);
    CHECK(chart->theoryUnscaled()->count() == 0);
    CHECK(chart->markedDK() == 4);
    CHECK(axisEnd(*chart, Qt::Vertical) >= session.shown()->summary.effectiveTokens.mean); // room for the two dots
    CHECK(chart->subtitle().startsWith("now 2.8"));
    const Scene before = session.scene();
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, chart->plotArea().center().toPoint());
    CHECK(session.scene() == before);
}

TEST_CASE("one token: a chart without a range to speak of") {
    Session session;
    Scene scene = sceneOf(ChartName::jacobianNorm);
    scene.source.tokens = 1;
    const auto chart = chartOn(session, scene);
    CHECK(axisEnd(*chart, Qt::Vertical) > 0);
    CHECK(chart->subtitle().endsWith("the one row"));
}
