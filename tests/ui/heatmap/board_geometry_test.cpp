#include "ui/heatmap/board_geometry.h"

#include "tests/catch.h"

#include <cmath>

using namespace softscope;

namespace {

std::vector<BoardShape> three(const BoardShape& shape) {
    BoardShape first = shape;
    first.rowLabels = true;
    return {first, shape, shape};
}

std::vector<BoardShape> twice(std::vector<BoardShape> shapes) {
    shapes.insert(shapes.end(), shapes.begin(), shapes.begin() + 3);
    return shapes;
}

std::vector<QRect> partsOf(const BoardGeometry& geometry) {
    std::vector<QRect> parts{geometry.readOut};
    for (const BoardPlace& place : geometry.places) {
        for (const QRect& rect : {place.title, place.rowLabels, place.view}) {
            if (rect.isValid())
                parts.push_back(rect);
        }
    }
    return parts;
}

} // namespace

TEST_CASE("Token cells are of one size in all maps and square, in any window", "[heatmap]") {
    for (const QSize& size :
         {QSize(480, 240), QSize(900, 400), QSize(1190, 440), QSize(1440, 600), QSize(3000, 1800)}) {
        for (const qreal ratio : {1., 1.5, 2.}) {
            for (const Index n : {1, 2, 3, 27, 100, 512}) {
                for (const bool compare : {false, true}) {
                    const auto one = three({n, n, false, false});
                    const auto shapes = compare ? twice(one) : one;
                    const BoardGeometry g = boardGeometry(size, ratio, shapes, {});
                    REQUIRE(g.places.size() == shapes.size());
                    for (std::size_t i = 0; i < shapes.size(); ++i) {
                        REQUIRE(g.places[i].rows == g.places[0].rows);
                        REQUIRE(g.places[i].cols == g.places[0].rows);
                        REQUIRE(g.places[i].view.top() == g.places[i / 3 * 3].view.top());
                        REQUIRE(g.places[i].view.width() * ratio >= double(g.places[i].cols.pixels()));
                    }
                }
            }
        }
    }
}

TEST_CASE("Maps use the room they have, and nothing lies over anything else or outside", "[heatmap]") {
    for (const QSize& size : {QSize(900, 400), QSize(1190, 440), QSize(1440, 600), QSize(700, 900)}) {
        for (const bool compare : {false, true}) {
            for (const Index n : {27, 64, 300}) {
                const auto one = three({n, n, false, false});
                const BoardGeometry g = boardGeometry(size, 1, compare ? twice(one) : one, {});
                const Index least = std::min(g.areaRows, g.areaCols);
                CAPTURE(size.width(), size.height(), compare, n);
                if (n <= least)
                    CHECK(8 * g.places[0].rows.pixels() >= 7 * least);
                const auto parts = partsOf(g);
                for (std::size_t i = 0; i < parts.size(); ++i) {
                    CHECK(QRect(QPoint(0, 0), size).contains(parts[i]));
                    for (std::size_t j = i + 1; j < parts.size(); ++j)
                        CHECK_FALSE(parts[i].intersects(parts[j]));
                }
            }
        }
    }
}

TEST_CASE("The second row has one line above its maps, and both rows the room that this saves", "[heatmap]") {
    BoardMetrics metrics;
    const auto six = twice(three({27, 27, false, false}));
    const BoardGeometry g = boardGeometry({1440, 500}, 1, six, metrics);
    CHECK(g.places[0].title.height() == metrics.title);
    CHECK(g.places[3].title.height() == metrics.lowerTitle);
    CHECK(g.places[3].view.top() == g.places[3].title.top() + metrics.lowerTitle);
    CHECK_FALSE(g.places[0].columnLabels.isValid()); // the keys are named once, below
    CHECK(g.places[3].columnLabels.isValid());
    metrics.lowerTitle = metrics.title;
    CHECK(boardGeometry({1440, 500}, 1, six, metrics).areaRows < g.areaRows);
    CHECK(boardGeometry({1440, 500}, 1, three({27, 27, false, false}), metrics).areaRows ==
          boardGeometry({1440, 500}, 1, three({27, 27, false, false}), {}).areaRows);
}

TEST_CASE("At its useful height a board has as much room down as across, whatever its width", "[heatmap]") {
    BoardMetrics metrics;
    for (const int width : {480, 610, 1140, 2400}) {
        for (const int rows : {1, 2}) {
            const auto one = three({400, 400, false, false});
            const auto shapes = rows > 1 ? twice(one) : one;
            const int height = usefulHeight(width, rows, metrics);
            const BoardGeometry g = boardGeometry({width, height}, 1, shapes, metrics);
            CHECK(std::abs(g.areaRows - g.areaCols) <= 1);
            const BoardGeometry higher = boardGeometry({width, height + 200}, 1, shapes, metrics);
            CHECK(higher.places[0].rows.pixels() == g.places[0].rows.pixels());
            const BoardGeometry lower = boardGeometry({width, height - 60}, 1, shapes, metrics);
            CHECK(lower.areaRows < g.areaRows);
        }
    }
}

TEST_CASE("Few cells do not fill a large window", "[heatmap]") {
    const BoardGeometry g = boardGeometry({1440, 600}, 2, three({1, 1, false, false}), {});
    CHECK(g.places[0].rows.pixels() == 240);
    CHECK(g.places[0].cols.pixels() == 240);
}

TEST_CASE("Rectangles have square cells, thin ones get thicker", "[heatmap]") {
    const BoardGeometry g = boardGeometry({1440, 600}, 1, three({3, 10, false, false}), {});
    CHECK(g.places[0].rows.cellSize() == g.places[0].cols.cellSize());
    CHECK(g.places[0].barLength >= 64);
    const BoardGeometry thin = boardGeometry({1440, 600}, 1, three({2, 300, false, false}), {});
    CHECK(thin.places[0].cols.cellSize() < 2);
    CHECK(thin.places[0].rows.cellSize() == 24);
    CHECK(thin.places[2].rows == thin.places[0].rows);
}

TEST_CASE("Columns of dimensions fit beside token maps of the same rows", "[heatmap]") {
    for (const Index dimensions : {1, 4, 64, 400}) {
        const std::vector<BoardShape> shapes{
            {27, 27, false, true}, {27, dimensions, true, false}, {27, dimensions, true, true}};
        const BoardGeometry g = boardGeometry({1190, 440}, 1, shapes, {});
        CHECK(g.places[1].rows == g.places[0].rows);
        CHECK(g.places[1].cols.pixels() <= g.areaCols);
        CHECK(g.places[1].cols.pixels() > 0);
        CHECK(g.places[2].rowLabels.isValid());
        CHECK_FALSE(g.places[2].rowLabels.intersects(g.places[1].bar));
    }
}

TEST_CASE("The budget is what fits, the same along both axes for square heads", "[heatmap]") {
    const BoardGeometry g = boardGeometry({1440, 600}, 2, three({64, 64, false, false}), {});
    const CellBudget square = g.budget(true), free = g.budget(false);
    CHECK(square.rows == square.cols);
    CHECK(square.rows <= std::min(g.areaRows, g.areaCols));
    CHECK(square.rows > std::min(g.areaRows, g.areaCols) - 8);
    CHECK(free.rows > free.cols);
    // The cells of a full budget are at least a pixel large.
    const BoardGeometry full = boardGeometry({1440, 600}, 2, three({square.rows, square.cols, false, false}), {});
    CHECK(full.places[0].rows.cellSize() >= 1);
}

TEST_CASE("A window too small for anything, and no maps at all", "[heatmap]") {
    CHECK(boardGeometry({0, 0}, 1, {}, {}).places.empty());
    const BoardGeometry g = boardGeometry({10, 10}, 1, three({64, 64, false, false}), {});
    CHECK(g.places.size() == 3);
    CHECK(g.budget(true).rows >= 16);
    CHECK(boardGeometry({900, 400}, 1, three({0, 0, false, false}), {}).places[0].rows.pixels() == 0);
}
