#include "ui/charts/chart_strip.h"

#include "core/scene/words.h"
#include "tests/catch.h"
#include "tests/ui/charts/settled.h"
#include "ui/charts/chart_place.h"
#include "ui/charts/chart_title.h"
#include "ui/charts/dk_chart.h"
#include "ui/charts/score_distribution_chart.h"
#include "ui/charts/selected_row_chart.h"
#include "ui/theme.h"

#include <QAreaSeries>
#include <QImage>
#include <QLineSeries>
#include <QMenu>

using namespace softscope;

namespace {

Scene sentence() {
    Scene scene;
    scene.source.tokens = 12;
    scene.source.labels = {"the", "animal", "did", "not", "cross", "it"};
    scene.selection.row = 5;
    return scene;
}

template <typename Kind>
Kind* chartAt(const ChartStrip& strip, std::size_t place) {
    auto* chart = dynamic_cast<Kind*>(strip.place(place)->chart());
    REQUIRE(chart);
    return chart;
}

/// Of all submenus, in the order of ChartName.
QList<QAction*> chartActions(const ChartTitle& title) {
    QList<QAction*> all;
    for (const QAction* group : title.menu()->actions())
        all += group->menu()->actions();
    return all;
}

} // namespace

TEST_CASE("three places show the scene's three charts with titles in words") {
    Session session;
    session.reset(sentence(), {});
    ChartStrip strip(&session);
    settle(session);
    CHECK(chartAt<ScoreDistributionChart>(strip, 0)->title() == "Scores against N(0, dₖ)");
    CHECK(chartAt<SelectedRowChart>(strip, 1)->title() == "Row 5 “it”: where it looks");
    CHECK(chartAt<DkChart>(strip, 2)->title() == "Effective tokens against dₖ");
    CHECK(chartAt<DkChart>(strip, 2)->subtitle().startsWith("mean of all 12 rows; now "));
    for (std::size_t i = 0; i < 3; ++i) {
        const ChartTitle* title = strip.place(i)->title();
        CHECK(title->accessibleName() == "Chart: " + strip.place(i)->chart()->title());
        CHECK(title->accessibleDescription() == strip.place(i)->chart()->subtitle());
        CHECK(title->focusPolicy() == Qt::TabFocus); // the keyboard reaches the menu
        CHECK(chartActions(*title).size() == qsizetype(words<ChartName>().size()));
    }
}

TEST_CASE("a place's menu puts another chart there, as an edit that can be undone") {
    Session session;
    session.reset(sentence(), {});
    ChartStrip strip(&session);
    settle(session);
    const QList<QAction*> actions = chartActions(*strip.place(0)->title());
    CHECK(actions[0]->isChecked());
    actions[4]->trigger();
    CHECK(session.scene().view.charts[0] == ChartName::jacobianNorm);
    CHECK(chartAt<DkChart>(strip, 0)->title() == "Jacobian ‖J‖ against dₖ");
    CHECK(actions[4]->isChecked());
    CHECK_FALSE(actions[0]->isChecked());
    settle(session);
    // Never a Jacobian figure without the entropy beside it.
    CHECK(chartAt<DkChart>(strip, 0)->subtitle().contains("tokens"));
    session.undo();
    CHECK(chartAt<ScoreDistributionChart>(strip, 0)->measured()->count() > 0); // drawn at once from what is at hand
    CHECK(actions[0]->isChecked());
    settle(session);
}

TEST_CASE("light and dark: the colours follow the palette") {
    Session session;
    session.reset(sentence(), {});
    ChartStrip strip(&session);
    settle(session);
    for (const QPalette& palette : {theme::light(), theme::dark()}) {
        strip.setPalette(palette);
        CHECK(chartAt<DkChart>(strip, 2)->scaled()->pen().color() == theme::scaled(palette));
        CHECK(chartAt<DkChart>(strip, 2)->unscaled()->pen().color() == theme::unscaled(palette));
        CHECK(chartAt<ScoreDistributionChart>(strip, 0)->theory()->pen().color() ==
              palette.color(QPalette::WindowText));
        const QImage image = strip.place(1)->chart()->grab().toImage();
        CHECK(image.pixelColor(image.width() - 1, 0) == palette.color(QPalette::Window)); // no frame, no shadow
    }
}

TEST_CASE("the plots keep their room in a narrow and low window") {
    Session session;
    session.reset(sentence(), {});
    ChartStrip strip(&session);
    strip.resize(900, 180);
    strip.show();
    settle(session);
    CHECK(strip.minimumSizeHint().width() <= 900);
    for (std::size_t i = 0; i < 3; ++i) {
        const Chart* chart = strip.place(i)->chart();
        const QRectF plot = chart->plotArea();
        INFO(i);
        CHECK(chart->width() >= 280);
        CHECK(plot.width() >= 0.75 * chart->width());
        CHECK(plot.height() >= 80);
        CHECK(QRectF(chart->viewport()->rect()).contains(plot));
    }
}

TEST_CASE("hovering reads numbers out, leaving takes them away") {
    Session session;
    session.reset(sentence(), {});
    ChartStrip strip(&session);
    strip.resize(1200, 240);
    strip.show();
    settle(session);
    for (std::size_t i = 0; i < 3; ++i) {
        Chart* chart = strip.place(i)->chart();
        const QImage before = chart->grab().toImage();
        QTest::mouseMove(chart->viewport(), chart->plotArea().center().toPoint());
        const QImage hovered = chart->grab().toImage();
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(chart, &leave);
        INFO(i);
        CHECK(hovered != before);
        CHECK(chart->grab().toImage() == before);
    }
}
