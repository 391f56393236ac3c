#include "ui/heatmap/heatmap_view.h"

#include "tests/ui/heatmap/board_stage.h"

#include <cmath>

using namespace softscope;
using test::gaussian;
using Stage = test::BoardStage;

TEST_CASE("A click selects in all maps at once, keys move the cell and stop at the edges", "[heatmap]") {
    Stage stage(gaussian(12));
    QTest::mouseClick(&stage.view(1), Qt::LeftButton, {}, stage.at(1, 7, 3));
    CHECK(stage.selection() == Selection{7, 3});
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(stage.view(i).selected() == MapCell{7, 3});
    CHECK_FALSE(stage.session.canUndo()); // looking is no step of its own
    QTest::keyClick(&stage.view(0), Qt::Key_Down);
    QTest::keyClick(&stage.view(0), Qt::Key_Right);
    CHECK(stage.selection() == Selection{8, 4});
    QTest::keyClick(&stage.view(0), Qt::Key_Down, Qt::ShiftModifier);
    CHECK(stage.selection() == Selection{11, 4});
    QTest::keyClick(&stage.view(2), Qt::Key_Home);
    CHECK(stage.selection() == Selection{11, 0});
    QTest::keyClick(&stage.view(2), Qt::Key_End, Qt::ControlModifier);
    CHECK(stage.selection() == Selection{11, 11});
    stage.settle();
    CHECK(stage.session.shown()->frame.selected->row == 11);
}

TEST_CASE("The wheel zooms all maps about the pointer, fine steps add up, a double click resets", "[heatmap]") {
    Stage stage(gaussian(40));
    const QPoint pointer = stage.at(0, 10, 30);
    for (int i = 0; i < 16; ++i)
        stage.turn(0, pointer, 15); // two notches in all
    stage.settle();
    REQUIRE(stage.session.scene().view.region);
    const Region region = *stage.session.scene().view.region;
    CHECK(region.rows() < 30);
    CHECK(region.rows() > 20);
    CHECK(region.rows() == region.cols());
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(stage.view(i).map()->map.region == region);
    // The cell under the pointer is still near it: cells of whole pixels may leave an eighth of the place empty.
    const Index near = 1 + region.rows() / 8;
    const MapCell under = stage.view(0).cellAt(pointer);
    CHECK(std::abs(under.row - 10) <= near);
    CHECK(std::abs(under.col - 30) <= near);
    for (int i = 0; i < 40; ++i) {
        stage.turn(1, stage.at(1, region.rowBegin, region.colBegin), 120);
        stage.settle();
    }
    CHECK(stage.session.scene().view.region->rows() == 4);
    QTest::mouseDClick(&stage.view(2), Qt::LeftButton, {}, QPoint(20, 20));
    stage.settle();
    CHECK_FALSE(stage.session.scene().view.region);
    CHECK(stage.view(0).map()->map.region == Region{0, 40, 0, 40});
}

TEST_CASE("A drag pans all maps with the pointer and stops at the edge, keys take the region along", "[heatmap]") {
    Scene scene = gaussian(40);
    scene.view.region = Region{10, 20, 10, 20};
    scene.selection = {19, 15};
    Stage stage(scene);
    const QPoint from = stage.at(1, 15, 15), to = stage.at(1, 17, 12); // two rows down, three columns to the left
    QTest::mousePress(&stage.view(1), Qt::LeftButton, {}, from);
    QTest::mouseMove(&stage.view(1), to);
    QTest::mouseRelease(&stage.view(1), Qt::LeftButton, {}, to);
    CHECK(stage.session.scene().view.region == Region{8, 18, 13, 23});
    CHECK(stage.selection() == Selection{19, 15}); // a drag is no click
    stage.settle();
    QTest::mousePress(&stage.view(1), Qt::LeftButton, {}, from);
    QTest::mouseMove(&stage.view(1), from + QPoint(5000, 5000));
    QTest::mouseRelease(&stage.view(1), Qt::LeftButton, {}, from + QPoint(5000, 5000));
    CHECK(stage.session.scene().view.region == Region{0, 10, 0, 10});
    stage.settle();
    QTest::keyClick(&stage.view(1), Qt::Key_Down);
    CHECK(stage.selection() == Selection{20, 15});
    CHECK(stage.session.scene().view.region == Region{11, 21, 6, 16});
}

TEST_CASE("A double click that resets the zoom leaves the selection alone", "[heatmap]") {
    Scene scene = gaussian(20);
    scene.view.region = Region{0, 10, 0, 10};
    scene.selection = {3, 6};
    Stage stage(scene);
    const auto twice = [&](const QPoint& at) {
        QTest::mouseClick(&stage.view(1), Qt::LeftButton, {}, at);
        QMouseEvent event(QEvent::MouseButtonDblClick, QPointF(at), stage.view(1).mapToGlobal(QPointF(at)),
                          Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(&stage.view(1), &event);
        stage.settle();
    };
    twice(stage.at(1, 8, 2));
    CHECK_FALSE(stage.session.scene().view.region);
    CHECK(stage.selection() == Selection{3, 6});
    twice(stage.at(1, 12, 5)); // nothing to reset: two clicks
    CHECK(stage.selection() == Selection{12, 5});
}

TEST_CASE("Maps of other axes share the selection and stand in line", "[heatmap]") {
    Scene scene = gaussian(10);
    scene.view.places[0].map = MapName::rowJacobian;
    scene.view.places[1].map = MapName::output;
    scene.view.places[2].map = MapName::k;
    scene.selection = {3, 6};
    Stage stage(scene);
    CHECK(stage.view(0).selected() == MapCell{6, 6});
    CHECK(stage.view(1).selected() == MapCell{3, -1});
    CHECK(stage.view(2).selected() == MapCell{6, -1});
    QTest::mouseClick(&stage.view(2), Qt::LeftButton, {}, stage.at(2, 8, 2));
    CHECK(stage.selection() == Selection{3, 8});
    QTest::mouseClick(&stage.view(1), Qt::LeftButton, {}, stage.at(1, 1, 5));
    CHECK(stage.selection() == Selection{1, 8});
    QTest::keyClick(&stage.view(1), Qt::Key_Right); // a dimension is not selected
    CHECK(stage.selection() == Selection{1, 8});
    QTest::keyClick(&stage.view(2), Qt::Key_Up);
    CHECK(stage.selection() == Selection{1, 7});
    CHECK(stage.view(1).y() == stage.view(0).y());
}

TEST_CASE("The map that was clicked last is the one that Copy takes", "[heatmap]") {
    Stage stage(gaussian(12));
    CHECK(stage.session.currentMap() == 1);
    QTest::mouseClick(&stage.view(2), Qt::LeftButton, {}, stage.at(2, 3, 4));
    CHECK(stage.session.currentMap() == 2);
    QTest::mouseClick(&stage.view(0), Qt::LeftButton, {}, stage.at(0, 3, 4));
    CHECK(stage.session.currentMap() == 0);
    stage.session.edit("compare", [](Scene& scene) { scene.view.compare = true; });
    stage.settle();
    REQUIRE(stage.board.views().size() == 6);
    QTest::mouseClick(&stage.view(5), Qt::LeftButton, {}, stage.at(5, 3, 4));
    CHECK(stage.session.currentMap() == 5);
    stage.session.undo();
    CHECK(stage.session.currentMap() == 2);
    stage.settle();
}

TEST_CASE("A burst of the wheel is one step to undo, a drag is one, a reset is one", "[heatmap]") {
    Stage stage(gaussian(40));
    const auto region = [&] { return stage.session.scene().view.region; };
    const QPoint pointer = stage.at(0, 10, 30);
    for (int i = 0; i < 3; ++i) {
        stage.turn(0, pointer, 120);
        stage.settle();
    }
    const std::optional<Region> zoomed = region();
    REQUIRE(zoomed);
    const QPoint from = stage.view(1).rect().center();
    QTest::mousePress(&stage.view(1), Qt::LeftButton, {}, from);
    for (int i = 1; i < 5; ++i)
        QTest::mouseMove(&stage.view(1), from + QPoint(12 * i, -12 * i));
    QTest::mouseRelease(&stage.view(1), Qt::LeftButton, {}, from + QPoint(48, -48));
    const std::optional<Region> panned = region();
    REQUIRE(panned);
    REQUIRE(*panned != *zoomed);
    stage.settle();
    QTest::keyClick(&stage.view(1), Qt::Key_0);
    CHECK_FALSE(region());
    stage.session.undo();
    CHECK(region() == panned);
    stage.session.undo();
    CHECK(region() == zoomed);
    stage.session.undo();
    CHECK_FALSE(region());
    CHECK_FALSE(stage.session.canUndo());
    CHECK_FALSE(stage.session.isModified()); // looking closer changes no document
    stage.session.redo();
    CHECK(region() == zoomed);
    stage.settle();
}

TEST_CASE("Two bursts of the wheel with a pause between are two steps", "[heatmap]") {
    Stage stage(gaussian(40));
    const QPoint pointer = stage.at(0, 10, 30);
    stage.turn(0, pointer, 120);
    const std::optional<Region> first = stage.session.scene().view.region;
    stage.settle();
    QTest::qWait(1000);
    stage.turn(0, pointer, 120);
    REQUIRE(stage.session.scene().view.region != first);
    stage.session.undo();
    CHECK(stage.session.scene().view.region == first);
    stage.settle();
}

TEST_CASE("Zooming after an undo does not bar the way forward", "[heatmap]") {
    Stage stage(gaussian(40));
    stage.session.edit("seed", [](Scene& scene) { scene.source.seed = 9; });
    stage.settle();
    stage.session.undo();
    stage.settle();
    stage.turn(0, stage.at(0, 10, 30), 120);
    REQUIRE(stage.session.scene().view.region);
    REQUIRE(stage.session.canRedo());
    stage.session.redo();
    CHECK(stage.session.scene().source.seed == 9);
    stage.settle();
}
