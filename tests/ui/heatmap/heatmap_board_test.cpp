#include "ui/heatmap/heatmap_board.h"

#include "core/render/number_text.h"
#include "tests/catch.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/map_title.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace softscope;

namespace {

/// A board on a real Session.
struct Stage {
    Session session;
    HeatmapBoard board{&session};

    explicit Stage(const Scene& scene, const QSize& size = {1000, 420}) {
        board.setPalette(theme::light());
        session.reset(scene, {});
        board.resize(size);
        board.show();
        settle();
    }
    void settle() {
        REQUIRE(QTest::qWaitFor([&] { return session.shown() && session.idle(); }, 20'000));
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

Scene gaussian(Index tokens) {
    Scene scene;
    scene.source.tokens = tokens;
    scene.source.dK = 8;
    return scene;
}

} // namespace

TEST_CASE("Each view shows its map, cell by cell in the picture's colours", "[heatmap]") {
    Stage stage(gaussian(12));
    REQUIRE(stage.board.views().size() == 3);
    const ShownPointer shown = stage.session.shown();
    for (std::size_t i = 0; i < 3; ++i) {
        const Picture& picture = shown->maps[i].picture;
        REQUIRE(picture.width == 12);
        const QImage image = stage.view(i).grab().toImage();
        for (Index row = 0; row < 12; ++row) {
            for (Index col = 0; col < 12; ++col)
                REQUIRE(image.pixel(stage.at(i, row, col)) == picture.pixels[std::size_t(row * 12 + col)]);
        }
        CHECK(stage.view(i).height() == stage.view(0).height());
        CHECK(stage.view(i).y() == stage.view(0).y());
    }
}

TEST_CASE("Masked weights and rows without a key have the masked colour", "[heatmap]") {
    Scene scene = gaussian(6);
    scene.softmax.masks = {{MaskKind::causal, 0, 0}};
    scene.selection = {5, 0};
    Stage stage(scene);
    const QImage scaled = stage.view(0).grab().toImage(), weights = stage.view(1).grab().toImage();
    const QRgb masked = scaled.pixel(stage.at(0, 1, 4) + QPoint(8, 8)); // beside the mark in the middle
    CHECK(masked != weights.pixel(stage.at(1, 4, 1)));
    CHECK(weights.pixel(stage.at(1, 1, 4)) == masked);
    CHECK(weights.pixel(stage.at(1, 0, 1)) == masked);
    for (const ColorBar* bar : stage.board.findChildren<ColorBar*>()) {
        if (bar->isVisible())
            CHECK(bar->content().legend.masked);
    }
}

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

TEST_CASE("Hovering draws the crosshair in every map and reads the cell out", "[heatmap]") {
    Stage stage(gaussian(12));
    auto* readOut = stage.board.findChild<ReadOut*>();
    REQUIRE(readOut);
    const auto field = [&](int i) { return readOut->lines().at(0).fields.at(std::size_t(i)).value; };
    CHECK(field(0) == "0");
    QTest::mouseMove(&stage.view(2), stage.at(2, 5, 9));
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(stage.view(i).hoveredCell() == MapCell{5, 9});
    CHECK(field(0) == "5");
    CHECK(field(1) == "9");
    const ShownPointer shown = stage.session.shown();
    const double scaled = double(shown->maps[0].map.cells(5, 9));
    CHECK(QString(field(3)).replace(QChar(0x2212), '-').toDouble() == Approx(scaled).epsilon(1e-2));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&stage.view(2), &leave);
    CHECK(stage.view(0).hoveredCell() == MapCell{});
    CHECK(field(0) == "0");
}

TEST_CASE("The read-out says masked, and names and places the number of a map that has no field", "[heatmap]") {
    Scene scene = gaussian(10);
    scene.softmax.masks = {{MaskKind::causal, 0, 0}};
    scene.view.places[0].map = MapName::scores;
    scene.view.places[1].map = MapName::output;
    scene.view.places[2].map = MapName::k;
    scene.selection = {3, 6};
    Stage stage(scene);
    auto* readOut = stage.board.findChild<ReadOut*>();
    const auto value = [&](const QString& caption) {
        for (const ReadOutLine::Field& field : readOut->lines().at(0).fields) {
            if (field.caption == caption)
                return field.value;
        }
        return QStringLiteral("none");
    };
    const auto number = [&](float cell) { return QString::fromStdString(numberText(double(cell), readOut->digits())); };
    CHECK(value("weight") == "masked");
    CHECK(value("logit") == "−∞");
    QTest::mouseMove(&stage.view(0), stage.at(0, 2, 5)); // not the selected row
    const ShownPointer shown = stage.session.shown();
    CHECK(value("score") == number(shown->maps[0].map.cells(2, 5)));
    CHECK(value("weight") == "masked");
    QTest::mouseMove(&stage.view(1), stage.at(1, 4, 7));
    CHECK(value("query") == "4");
    CHECK(value("key") == "none");
    CHECK(value("dimension") == "7");
    CHECK(value("weights · V") == number(shown->maps[1].map.cells(4, 7)));
    CHECK(value("weight") == "none");
    CHECK(value("entropy") != "none");
    QTest::mouseMove(&stage.view(2), stage.at(2, 9, 1));
    CHECK(value("query") == "none");
    CHECK(value("key") == "9");
    CHECK(value("dimension") == "1");
    CHECK(value("K") == number(shown->maps[2].map.cells(9, 1)));
}

TEST_CASE("After a key the read-out shows where it led, though the pointer rests, dimensions too", "[heatmap]") {
    Scene scene = gaussian(10);
    scene.view.places[2].map = MapName::q;
    scene.selection = {3, 6};
    Stage stage(scene);
    auto* readOut = stage.board.findChild<ReadOut*>();
    const auto field = [&](std::size_t i) { return readOut->lines().at(0).fields.at(i); };
    QTest::mouseMove(&stage.view(1), stage.at(1, 8, 8));
    CHECK(field(0).value == "8");
    QTest::keyClick(&stage.view(0), Qt::Key_Down);
    stage.settle();
    CHECK(field(0).value == "4");
    CHECK(stage.view(1).hoveredCell() == MapCell{});
    QTest::mouseMove(&stage.view(1), stage.at(1, 8, 7));
    CHECK(field(0).value == "8");
    // The first key shows the first dimension.
    const std::vector<std::pair<Qt::Key, int>> keys{{Qt::Key_Right, 0}, {Qt::Key_Right, 1}, {Qt::Key_End, 7}};
    for (const auto& [key, dimension] : keys) {
        QTest::keyClick(&stage.view(2), key);
        CHECK(stage.view(2).hoveredCell() == MapCell{4, dimension});
        CHECK(field(1).caption == "dimension");
        CHECK(field(1).value == QString::number(dimension));
    }
    QTest::keyClick(&stage.view(2), Qt::Key_Up);
    stage.settle();
    CHECK(stage.view(2).hoveredCell() == MapCell{3, 7});
    CHECK(field(0).value == "3");
    CHECK(stage.selection() == Selection{3, 6});
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

TEST_CASE("Compare shows six maps, the scaled ones above", "[heatmap]") {
    Scene scene = gaussian(12);
    scene.view.compare = true;
    Stage stage(scene, {1000, 600});
    REQUIRE(stage.board.views().size() == 6);
    CHECK(stage.view(3).y() > stage.view(0).y() + stage.view(0).height());
    CHECK(stage.view(3).x() == stage.view(0).x());
    CHECK(stage.view(3).size() == stage.view(0).size());
    CHECK(stage.board.findChild<ReadOut*>()->lines().size() == 2);
    QTest::mouseClick(&stage.view(4), Qt::LeftButton, {}, stage.at(4, 2, 9));
    CHECK(stage.view(1).selected() == MapCell{2, 9});
    stage.session.edit("compare", [](Scene& s) { s.view.compare = false; });
    stage.settle();
    CHECK(stage.board.views().size() == 3);
}

TEST_CASE("A title's menu puts any map in its place and changes its colours", "[heatmap]") {
    Stage stage(gaussian(8));
    auto titles = stage.board.findChildren<MapTitle*>();
    REQUIRE(titles.size() == 6);
    QMenu* menu = titles.at(1)->menu();
    REQUIRE(menu);
    emit menu->aboutToShow();
    std::vector<QAction*> maps;
    for (QAction* action : menu->actions()) {
        if (action->isCheckable() && action->actionGroup() != nullptr)
            maps.push_back(action);
    }
    REQUIRE(maps.size() == 13);
    CHECK(maps[2]->isChecked()); // weights
    for (std::size_t i = 0; i < maps.size(); ++i) {
        maps[i]->trigger();
        stage.settle();
        CHECK(std::size_t(stage.session.scene().view.places[1].map) == i);
        CHECK(std::size_t(stage.view(1).map()->map.name) == i);
    }
    CHECK(stage.session.canUndo());
    const auto choose = [&](const QString& submenu, int index) {
        for (QAction* action : menu->actions()) {
            if (action->menu() != nullptr && QString(action->text()).remove('&') == submenu)
                action->menu()->actions().at(index)->trigger();
        }
    };
    choose("Norm", 2);
    choose("Colours", 3);
    choose("Range", 2);
    const softscope::Display display = stage.session.scene().view.places[1].display;
    CHECK(display.norm == NormKind::symlog);
    CHECK(display.colormap == Colormap::magma);
    CHECK(display.range.kind == RangeKind::percentile);
    CHECK(display.range.percentile == 5);
    CHECK(stage.session.scene().view.places[0].display == softscope::Display{});
}

TEST_CASE("The range of a place is locked and unlocked from its menu", "[heatmap]") {
    Stage stage(gaussian(8));
    QMenu* menu = stage.board.findChildren<MapTitle*>().at(0)->menu();
    for (QAction* action : menu->actions()) {
        if (QString(action->text()).remove('&') == "Lock the range")
            action->trigger();
    }
    CHECK(stage.session.isRangeLocked(0));
    stage.settle();
    const double high = stage.session.shown()->maps[0].picture.scale.high;
    stage.session.edit("d_k", [](Scene& scene) { scene.source.dK = 64; });
    stage.settle();
    CHECK(stage.session.shown()->maps[0].picture.scale.high == high);
}

TEST_CASE("The board asks for as many cells as it can show", "[heatmap]") {
    Stage stage(gaussian(900));
    const Map& map = stage.session.shown()->maps[0].map;
    CHECK(map.poolRows > 1);
    CHECK(map.poolRows == map.poolCols);
    CHECK(map.cells.rows() <= stage.view(0).height());
    const Index before = map.poolRows;
    stage.board.resize(2400, 1000);
    stage.settle();
    CHECK(stage.session.shown()->maps[0].map.poolRows < before);
}

TEST_CASE("Sizes from one token to a pooled thousand, labels of every kind, no warning", "[heatmap]") {
    for (const Index tokens : {1, 2, 3, 1000}) {
        Scene scene = gaussian(tokens);
        scene.source.labels = {std::string(300, 'w'), "", " ", "a<b", "😀😀", "مرحبا بالعالم", "two\nlines"};
        scene.view.compare = tokens == 3;
        Stage stage(scene, {600, 300});
        CHECK_FALSE(stage.board.grab().isNull());
        for (HeatmapView* view : stage.board.views()) {
            CHECK(stage.board.rect().contains(view->geometry()));
            CHECK_FALSE(view->accessibleName().isEmpty());
            CHECK(view->accessibleDescription().contains("weight"));
        }
    }
}

TEST_CASE("A colour bar writes one multiplier above it and cuts no number off", "[heatmap]") {
    ColorBar bar;
    bar.setPalette(theme::light());
    const QSize size(ColorBar::widthFor(bar.font()), 260);
    bar.resize(size);
    ColorBar::Content content;
    content.length = 240;
    content.scale.high = 1.25e-16;
    bar.setContent(content);
    CHECK(bar.multiplier() == QStringLiteral("×10⁻¹⁶"));
    // Numbers that need more room than there is are drawn narrower: nothing reaches the edge.
    for (const double high : {1.25e-16, 7.6e29, 0.00095, 1.0}) {
        content.scale.low = high == 1.0 ? 0.99999999 : 0; // a step of 2 × 10⁻⁹
        content.scale.high = high;
        bar.setContent(content);
        CHECK(bar.multiplier().isEmpty() == (high == 1.0));
        const QImage image = bar.grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            REQUIRE(image.pixel(image.width() - 1, y) == image.pixel(image.width() - 1, 0));
    }
}

TEST_CASE("A board without a result is empty and quiet", "[heatmap]") {
    Session session;
    HeatmapBoard board(&session);
    board.resize(900, 400);
    CHECK(board.views().empty());
    const QImage image = board.grab().toImage();
    CHECK(image.pixelColor(450, 200) == board.palette().color(QPalette::Window));
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

TEST_CASE("A locked range is said under the map's title", "[heatmap]") {
    Stage stage(gaussian(12));
    const auto titles = stage.board.findChildren<MapTitle*>();
    stage.session.setRangeLocked(1, true);
    CHECK(titles[1]->subtitle().startsWith("range locked"));
    CHECK_FALSE(titles[0]->subtitle().contains("locked"));
    stage.session.setRangeLocked(1, false);
    CHECK_FALSE(titles[1]->subtitle().contains("locked"));
    stage.settle();
}
