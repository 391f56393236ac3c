#include "ui/heatmap/heatmap_view.h"

#include "tests/catch.h"
#include "tests/ui/heatmap/hand_made.h"
#include "ui/theme.h"

#include <QImage>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace softscope;

namespace {

/// A view of 6 × 9 cells at an odd place of its window.
struct Stage {
    QWidget window;
    HeatmapView view{&window};
    ShownPointer shown = test::shownOf(test::ramp(6, 9));
    qreal ratio;

    explicit Stage(qreal r = 1, Index pixels = 180) : ratio(r) {
        window.setPalette(theme::light());
        window.resize(320, 240);
        view.setGeometry(33, 21, 220, 180);
        view.setContent(shown, 0, CellLayout(6, Index(double(pixels * 2 / 3) * r)),
                        CellLayout(9, Index(double(pixels) * r)), r);
    }
    QImage grabbed() {
        QImage image(window.size() * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        window.render(&image);
        return image;
    }
};

} // namespace

TEST_CASE("The cells are drawn anew only where they, the mask or the layout are others", "[heatmap]") {
    Stage stage;
    stage.grabbed();
    const qint64 first = stage.view.imageKey();
    const CellLayout rows(6, 120), cols(9, 180);
    auto same = std::make_shared<Shown>(*stage.shown); // another result with the same map
    stage.view.setContent(same, 0, rows, cols);
    const QImage before = stage.grabbed();
    CHECK(stage.view.imageKey() == first);

    auto masked = std::make_shared<Shown>(*same); // weights: the scores ignore the mask
    masked->maps[0].map.name = MapName::weights;
    masked->frame.options.masks = {{MaskKind::causal, 0, 0}};
    stage.view.setContent(masked, 0, rows, cols);
    CHECK(stage.grabbed() != before);
    CHECK(stage.view.hasMasked());
    const qint64 second = stage.view.imageKey();
    CHECK(second != first);

    auto colored = std::make_shared<Shown>(*masked);
    colored->maps[0].picture.pixels[0] = 0xff123456;
    stage.view.setContent(colored, 0, rows, cols);
    stage.grabbed();
    const qint64 third = stage.view.imageKey();
    CHECK(third != second);
    stage.view.setContent(colored, 0, CellLayout(6, 60), CellLayout(9, 90));
    stage.grabbed();
    CHECK(stage.view.imageKey() != third);
}

TEST_CASE("Hit tests agree with painting at every device pixel", "[heatmap]") {
    for (const qreal ratio : {1., 1.25, 1.5, 1.75, 2.}) {
        for (const Index pixels : {180, 131}) {
            Stage stage(ratio, pixels);
            const QImage image = stage.grabbed();
            const Picture& picture = stage.shown->maps[0].picture;
            const QRect inside = stage.view.geometry();
            Index hits = 0, wrong = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QPointF logical((x + 0.5) / ratio, (y + 0.5) / ratio);
                    if (!QRectF(inside).contains(logical))
                        continue;
                    const MapCell cell = stage.view.cellAt(logical - inside.topLeft());
                    const QRgb expected = cell.row < 0 ? stage.view.palette().color(QPalette::Window).rgb()
                                                       : picture.pixels[std::size_t(cell.row * 9 + cell.col)];
                    hits += cell.row < 0 ? 0 : 1;
                    wrong += image.pixel(x, y) == expected ? 0 : 1;
                }
            }
            CAPTURE(ratio, pixels);
            CHECK(wrong == 0);
            CHECK(hits == CellLayout(9, Index(double(pixels) * ratio)).pixels() *
                              CellLayout(6, Index(double(pixels * 2 / 3) * ratio)).pixels());
        }
    }
}

TEST_CASE("A cell's middle is in the cell, in tokens of a zoomed and pooled map too", "[heatmap]") {
    auto shown = std::make_shared<Shown>(*test::shownOf(test::ramp(6, 9)));
    shown->maps[0].map.region = {100, 118, 40, 66};
    shown->maps[0].map.poolRows = shown->maps[0].map.poolCols = 3;
    Stage stage;
    stage.view.setContent(shown, 0, CellLayout(6, 120), CellLayout(9, 180));
    for (Index row = 100; row < 118; ++row) {
        for (Index col = 40; col < 66; ++col) {
            const MapCell expected{row - (row - 100) % 3, col - (col - 40) % 3};
            REQUIRE(stage.view.cellAt(stage.view.centerOf({row, col})) == expected);
        }
    }
}

TEST_CASE("The selected cell is outlined and leaves its own colour in the middle", "[heatmap]") {
    Stage stage;
    stage.view.setSelected({2, 4});
    const QImage image = stage.grabbed();
    const QPoint center = (stage.view.centerOf({2, 4}) + stage.view.pos()).toPoint();
    CHECK(image.pixel(center) == stage.shown->maps[0].picture.pixels[2 * 9 + 4]);
    // 20 pixels a cell: the outline lies just outside.
    CHECK(image.pixelColor(center + QPoint(0, -11)) == theme::selection(stage.view.palette()));
    CHECK(image.pixelColor(center + QPoint(-11, 0)) == theme::selection(stage.view.palette()));
    // The row's outline.
    CHECK(image.pixelColor(center + QPoint(60, -11)) == QColor(Qt::white));
}

TEST_CASE("Nothing to show is painted as nothing and takes no gesture", "[heatmap]") {
    QWidget window;
    HeatmapView view(&window);
    view.resize(100, 100);
    int gestures = 0;
    QObject::connect(&view, &HeatmapView::clicked, &view, [&] { ++gestures; });
    QObject::connect(&view, &HeatmapView::zoomRequested, &view, [&] { ++gestures; });
    QObject::connect(&view, &HeatmapView::stepped, &view, [&] { ++gestures; });
    const auto play = [&] {
        QTest::mouseClick(&view, Qt::LeftButton, {}, {50, 50});
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Plus);
        const QImage image = view.grab().toImage();
        return image.pixelColor(50, 50) == view.palette().color(QPalette::Window);
    };
    CHECK(play());
    CHECK(gestures == 0);
    CHECK(view.cellAt({50, 50}) == MapCell{});
    view.setContent(test::shownOf(MatrixF(0, 0)), 0, CellLayout(0, 90), CellLayout(0, 90));
    CHECK(play());
    view.setContent(test::shownOf(MatrixF(3, 3).setZero()), 7, CellLayout(3, 90), CellLayout(3, 90));
    CHECK(play());
}

TEST_CASE("Keys step by cells of the picture, by tens with Shift, to the ends with Home and End", "[heatmap]") {
    Stage stage;
    Index rows = 0, cols = 0;
    QObject::connect(&stage.view, &HeatmapView::stepped, &stage.view, [&](Index r, Index c) {
        rows = r;
        cols = c;
    });
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        rows = cols = 0;
        QTest::keyClick(&stage.view, key, modifiers);
        return MapCell{rows, cols};
    };
    CHECK(press(Qt::Key_Left) == MapCell{0, -1});
    CHECK(press(Qt::Key_Right) == MapCell{0, 1});
    CHECK(press(Qt::Key_Up) == MapCell{-1, 0});
    CHECK(press(Qt::Key_Down, Qt::ShiftModifier) == MapCell{10, 0});
    CHECK(press(Qt::Key_Home).col < -1'000'000);
    CHECK(press(Qt::Key_Home).row == 0);
    CHECK(press(Qt::Key_End, Qt::ControlModifier).row > 1'000'000);
    CHECK(press(Qt::Key_A) == MapCell{0, 0});

    auto pooled = std::make_shared<Shown>(*stage.shown);
    pooled->maps[0].map.poolRows = 4;
    pooled->maps[0].map.poolCols = 3;
    stage.view.setContent(pooled, 0, CellLayout(6, 120), CellLayout(9, 180));
    CHECK(press(Qt::Key_Down) == MapCell{4, 0});
    CHECK(press(Qt::Key_Left, Qt::ShiftModifier) == MapCell{0, -30});
}

TEST_CASE("A click selects, a drag pans, a double click resets, the wheel zooms about the pointer", "[heatmap]") {
    Stage stage;
    MapCell clicked, panned;
    int clicks = 0, starts = 0, resets = 0;
    double notches = 0, row = 0, col = 0, share = 0;
    QObject::connect(&stage.view, &HeatmapView::clicked, &stage.view, [&](const MapCell& cell) {
        clicked = cell;
        ++clicks;
    });
    QObject::connect(&stage.view, &HeatmapView::panStarted, &stage.view, [&] { ++starts; });
    QObject::connect(&stage.view, &HeatmapView::panned, &stage.view, [&](Index r, Index c) { panned = {r, c}; });
    QObject::connect(&stage.view, &HeatmapView::resetRequested, &stage.view, [&] { ++resets; });
    QObject::connect(&stage.view, &HeatmapView::zoomRequested, &stage.view, [&](double n, const ZoomAnchor& anchor) {
        notches += n;
        row = anchor.row;
        col = anchor.col;
        share = anchor.colShare;
    });
    const QPoint at = stage.view.centerOf({3, 5}).toPoint();
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
    CHECK(clicked == MapCell{3, 5});
    CHECK(clicks == 1);

    QTest::mousePress(&stage.view, Qt::LeftButton, {}, at);
    QTest::mouseMove(&stage.view, at + QPoint(-41, 20)); // two cells to the left, one down
    QTest::mouseRelease(&stage.view, Qt::LeftButton, {}, at + QPoint(-41, 20));
    CHECK(starts == 1);
    CHECK(panned == MapCell{-1, 2});
    CHECK(clicks == 1);

    QTest::mouseDClick(&stage.view, Qt::LeftButton, {}, at);
    CHECK(resets == 1);

    const auto turn = [&](int delta) {
        QWheelEvent event(QPointF(at), stage.view.mapToGlobal(QPointF(at)), {}, {0, delta}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&stage.view, &event);
    };
    turn(120);
    CHECK(notches == 1);
    CHECK(row == Approx(3.5).margin(0.06));
    CHECK(col == Approx(5.5).margin(0.06));
    CHECK(share == Approx(5.5 / 9).margin(0.01));
    for (int i = 0; i < 8; ++i)
        turn(-15);
    CHECK(notches == Approx(0).margin(1e-12));
}
