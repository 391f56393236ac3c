// A board on a real Session, as the tests of its parts drive it.
#pragma once

#include "tests/catch.h"
#include "tests/ui/support/wait.h"
#include "ui/heatmap/heatmap_board.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>
#include <QWheelEvent>

namespace softscope::test {

struct BoardStage {
    Session session;
    HeatmapBoard board{&session};

    explicit BoardStage(const Scene& scene, const QSize& size = {1000, 420}) {
        board.setPalette(theme::light());
        session.reset(scene, {});
        board.resize(size);
        board.show();
        settle();
    }
    void settle() {
        REQUIRE(waitFor([&] { return session.shown() && session.idle(); }));
    }
    HeatmapView& view(std::size_t i) { return *board.views().at(i); }
    Selection selection() const { return session.scene().selection; }
    QPoint at(std::size_t i, Index row, Index col) { return view(i).centerOf({row, col}).toPoint(); }
    void turn(std::size_t i, const QPoint& position, int delta) {
        QWheelEvent event(QPointF(position), view(i).mapToGlobal(QPointF(position)), {}, {0, delta}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view(i), &event);
    }
};

inline Scene gaussian(Index tokens) {
    Scene scene;
    scene.source.tokens = tokens;
    scene.source.dK = 8;
    return scene;
}

} // namespace softscope::test
