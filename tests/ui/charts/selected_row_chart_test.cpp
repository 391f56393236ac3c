#include "ui/charts/selected_row_chart.h"

#include "tests/catch.h"
#include "tests/ui/charts/settled.h"

#include <QLineSeries>
#include <QSignalSpy>
#include <QValueAxis>

using namespace softscope;

namespace {

void checkSteps(const QLineSeries* line, const VectorF& weights) {
    const QList<QPointF> points = line->points();
    REQUIRE(points.size() == 2 * weights.size());
    for (Index j = 0; j < weights.size(); ++j) {
        CHECK(points[2 * j] == QPointF(double(j) - 0.5, double(weights[j])));
        CHECK(points[2 * j + 1] == QPointF(double(j) + 0.5, double(weights[j])));
    }
}

} // namespace

TEST_CASE("the selected row's weights, scaled and unscaled, whichever of them is the scene's own") {
    Session session;
    SelectedRowChart chart(&session);
    settle(session);
    const QLineSeries* const scaled = chart.scaled();
    QSignalSpy replaced(scaled, &QXYSeries::pointsReplaced);
    for (const ScaleKind kind : {ScaleKind::sqrt, ScaleKind::none}) {
        session.edit("scale", [kind](Scene& scene) {
            scene.softmax.scale.kind = kind;
            scene.selection.row = kind == ScaleKind::none ? 3 : 0;
        });
        settle(session);
        const ShownPointer shown = session.shown();
        REQUIRE(shown->frameIsScaled == (kind == ScaleKind::sqrt));
        const Frame& with = shown->frameIsScaled ? shown->frame : shown->other;
        const Frame& without = shown->frameIsScaled ? shown->other : shown->frame;
        checkSteps(chart.scaled(), with.selected->weights);
        checkSteps(chart.unscaled(), without.selected->weights);
        CHECK(chart.scaled() == scaled);
        CHECK(with.selected->weights.maxCoeff() < without.selected->weights.maxCoeff());
    }
    CHECK(replaced.count() >= 1);
    CHECK(chart.title() == "Row 3: where it looks");
}

TEST_CASE("long rows stay within the pixels and keep their peaks") {
    Session session;
    Scene scene;
    scene.source.tokens = 1000;
    session.reset(scene, {});
    SelectedRowChart chart(&session);
    settle(session);
    CHECK(chart.scaled()->count() <= 2 * SelectedRowChart::mostSteps);
    double highest = 0;
    for (const QPointF& point : chart.unscaled()->points())
        highest = std::max(highest, point.y());
    CHECK(highest == double(session.shown()->other.selected->weights.maxCoeff()));
    const auto* axis = dynamic_cast<const QValueAxis*>(chart.chart()->axes(Qt::Horizontal).value(0));
    REQUIRE(axis);
    CHECK(axis->min() == -0.5);
    CHECK(axis->max() == 999.5);
}

TEST_CASE("what the query alone says of its scores") {
    Session session;
    SelectedRowChart chart(&session);
    settle(session);
    const double norm = session.shown()->head->q.row(0).cast<double>().norm();
    CHECK(chart.subtitle() == QString("given q its scores are N(0, ‖q‖²), ‖q‖ = %1").arg(norm, 0, 'f', 2));
    session.edit("σ", [](Scene& scene) { scene.source.sigmaK = 2; });
    settle(session);
    CHECK(chart.subtitle().startsWith("given q its scores are N(0, σk²‖q‖²)"));
    session.edit("bend", [](Scene& scene) { scene.edits = {Edit{Role::k, 1, EditKind::norm, 0, 0, 1, 3}}; });
    settle(session);
    CHECK(chart.subtitle().startsWith("‖q‖ = "));
    session.edit("norm", [](Scene& scene) { scene.softmax.qkNorm = true; });
    settle(session);
    CHECK(chart.subtitle() == "its scores are the cosines between q and the keys");
}

TEST_CASE("the axis follows weights that are all small") {
    Session session;
    Scene scene;
    scene.source.tokens = 400;
    scene.source.sigmaQ = 0.05;
    session.reset(scene, {});
    SelectedRowChart chart(&session);
    settle(session);
    const auto* axis = qobject_cast<QValueAxis*>(chart.chart()->axes(Qt::Vertical).constFirst());
    double highest = 0;
    for (const QLineSeries* line : {chart.scaled(), chart.unscaled()}) {
        for (const QPointF& point : line->points())
            highest = std::max(highest, point.y());
    }
    REQUIRE(highest < 0.25);
    CHECK(axis->min() == 0);
    CHECK(axis->max() >= highest);
    CHECK(axis->max() < 2 * highest);
    session.edit("sigma", [](Scene& s) { s.source.sigmaQ = 50; });
    settle(session);
    CHECK(axis->max() == 1);
}
