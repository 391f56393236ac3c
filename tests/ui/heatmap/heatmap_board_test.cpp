#include "ui/heatmap/heatmap_board.h"

#include "tests/ui/heatmap/board_stage.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/map_title.h"

#include <QMenu>

using namespace softscope;
using test::gaussian;
using Stage = test::BoardStage;

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

TEST_CASE("A board without a result is empty and quiet", "[heatmap]") {
    Session session;
    HeatmapBoard board(&session);
    board.resize(900, 400);
    CHECK(board.views().empty());
    const QImage image = board.grab().toImage();
    CHECK(image.pixelColor(450, 200) == board.palette().color(QPalette::Window));
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
