#include "tests/catch.h"
#include "tests/ui/export/sample.h"
#include "ui/export/figure_drawing.h"
#include "ui/export/figure_font.h"
#include "ui/export/hatch.h"
#include "ui/export/paint_drawing.h"

#include <QTransform>

#include <limits>

using namespace softscope;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float noNumber = std::numeric_limits<float>::quiet_NaN();

/// Where the letters of a text are, a little less than its line.
QRectF boxOf(const DrawnText& text) {
    const double width = textWidth(text.text, text.pixels, text.bold);
    const double left = text.anchor == TextAnchor::start ? 0 : text.anchor == TextAnchor::middle ? -width / 2 : -width;
    QTransform transform;
    transform.translate(text.at.x(), text.at.y());
    transform.rotate(text.rotation);
    return transform.mapRect(QRectF(left, -0.72 * text.pixels, width, 0.9 * text.pixels));
}

MatrixF ramp(Index rows, Index cols) {
    MatrixF cells(rows, cols);
    for (Index i = 0; i < cells.size(); ++i)
        cells.data()[i] = static_cast<float>(i) / static_cast<float>(cells.size());
    return cells;
}

std::string faultsOf(const Drawing& drawing) {
    const QRectF page(0, 0, drawing.width, drawing.height);
    const QRectF map(QPointF(drawing.grids[0].xEdges.front(), drawing.grids[0].yEdges.front()),
                     QPointF(drawing.grids[0].xEdges.back(), drawing.grids[0].yEdges.back()));
    if (!page.contains(map))
        return "the map leaves the page";
    for (std::size_t i = 0; i < drawing.texts.size(); ++i) {
        const QRectF box = boxOf(drawing.texts[i]);
        const std::string text = drawing.texts[i].text.toStdString();
        if (!page.contains(box))
            return "'" + text + "' leaves the page";
        if (box.intersects(map))
            return "'" + text + "' lies on the map";
        for (std::size_t j = 0; j < i; ++j) {
            if (boxOf(drawing.texts[j]).intersects(box))
                return "'" + text + "' and '" + drawing.texts[j].text.toStdString() + "' overlap";
        }
    }
    return {};
}

} // namespace

TEST_CASE("at every size, shape and DPI no text leaves the page, covers the map or touches another") {
    const std::vector<std::string> words{"[CLS]", "the",           "animal", "didn", "'", std::string(300, 'w'),
                                         "",      "because it was"};
    const std::pair<Index, Index> shapes[] = {{1, 1},   {3, 3},  {3, 10},  {24, 5},
                                              {27, 27}, {1, 27}, {64, 64}, {300, 300}};
    for (const auto& [rows, cols] : shapes) {
        for (const auto& labels : {std::vector<std::string>(), words}) {
            FigureContent content = sample::content(MapName::weights, ramp(rows, cols), labels);
            content.map.cells(0, 0) = noNumber;
            content.map.cells(rows - 1, cols - 1) = inf;
            for (const auto& [width, height] : {std::pair<Index, Index>{16, 16},
                                                {120, 0},
                                                {180, 0},
                                                {200, 0},
                                                {300, 200},
                                                {900, 0},
                                                {900, 700},
                                                {700, 900},
                                                {900, 190},
                                                {3000, 0},
                                                {32'767, 20}}) {
                for (const double dpi : {10.0, 96.0, 300.0, 2400.0}) {
                    content.scene.figure.width = width;
                    content.scene.figure.height = height;
                    content.scene.figure.dpi = dpi;
                    const Drawing drawing = drawFigure(content);
                    INFO(rows << " × " << cols << " cells, " << labels.size() << " labels, " << width << " × " << height
                              << " pixels, " << dpi << " DPI");
                    CHECK(faultsOf(drawing) == "");
                    CHECK(drawing.width == width);
                    CHECK((height == 0 || drawing.height == height));
                    CHECK(drawing.height >= 16);
                    CHECK(drawing.height <= 32'767);
                    CHECK(drawing.texts.empty() == (std::min(width, height == 0 ? width : height) < 168));
                }
            }
        }
    }
}

TEST_CASE("a small figure keeps the map, then its colour bar, and says what it leaves out") {
    const std::vector<std::string> words{"[CLS]", "the", "animal", std::string(300, 'w')};
    for (const auto& [rows, cols] : {std::pair<Index, Index>{27, 27}, {3, 10}, {1, 27}, {24, 5}, {300, 300}}) {
        for (const auto& labels : {std::vector<std::string>(), words}) {
            FigureContent content = sample::content(MapName::weights, ramp(rows, cols), labels);
            const auto drawn = [&](Index width, Index height) {
                content.scene.figure.width = width;
                content.scene.figure.height = height;
                return drawFigure(content);
            };
            for (const auto& [width, height] :
                 {std::pair<Index, Index>{300, 100}, {150, 0}, {160, 120}, {144, 80}, {2000, 90}}) {
                const Drawing drawing = drawn(width, height);
                INFO(rows << " × " << cols << " cells, " << labels.size() << " labels, " << width << " × " << height);
                CHECK(faultsOf(drawing) == "");
                CHECK(drawing.width == width);
                CHECK((height == 0 || drawing.height == height));
                CHECK(drawing.grids.size() >= 2); // the bar
                CHECK(drawing.texts.size() >= 3); // its numbers and its name
                CHECK(std::none_of(drawing.texts.begin(), drawing.texts.end(),
                                   [](const DrawnText& text) { return text.text == QStringLiteral("key"); }));
                CHECK(leftOut(content).contains(QStringLiteral("168 × 168")));
                CHECK(leftOut(content).contains(QStringLiteral("the map and its colour bar")));
            }
            CHECK(drawn(100, 60).texts.empty());
            CHECK(leftOut(content).contains(QStringLiteral("the map alone")));
            CHECK(faultsOf(drawn(168, 168)) == "");
            CHECK(leftOut(content).isEmpty());
        }
    }
}

TEST_CASE("cells are square, of one size and edge to edge") {
    const Drawing drawing = drawFigure(sample::content(MapName::weights, ramp(27, 27)));
    const Grid& grid = drawing.grids.front();
    const int cell = grid.xEdges[1] - grid.xEdges[0];
    CHECK(cell > 20);
    for (std::size_t i = 1; i < grid.xEdges.size(); ++i) {
        CHECK(grid.xEdges[i] - grid.xEdges[i - 1] == cell);
        CHECK(grid.yEdges[i] - grid.yEdges[i - 1] == cell);
    }
}

TEST_CASE("cells that hold no number are told apart and named") {
    MatrixF cells(2, 2);
    cells << noNumber, 0.25F, -inf, inf;
    const FigureContent content = sample::content(MapName::scaled, cells);
    const Drawing drawing = drawFigure(content);
    const QImage image = imageOf(drawing);
    const Grid& grid = drawing.grids.front();
    const auto middle = [&](std::size_t row, std::size_t col) {
        return image.pixel((grid.xEdges[col] + grid.xEdges[col + 1]) / 2,
                           (grid.yEdges[row] + grid.yEdges[row + 1]) / 2);
    };
    CHECK(grid.colorAt(0, 0) == 0); // hatched on the background
    CHECK(middle(1, 1) == 0xffff00ff);
    CHECK(middle(1, 0) == 0xffbfbfbf); // half transparent grey on white
    const auto named = [&](const QString& text) {
        return std::any_of(drawing.texts.begin(), drawing.texts.end(),
                           [&](const DrawnText& t) { return t.text == text; });
    };
    CHECK(named(QStringLiteral("not a number")));
    CHECK(named(QStringLiteral("+∞")));
    CHECK(named(QStringLiteral("−∞ (masked)")));
}

TEST_CASE("hatching covers every cell that is hatched and no other") {
    Grid grid;
    grid.xEdges = {0, 7, 14, 21};
    grid.yEdges = {0, 7, 14};
    grid.colors.assign(6, 0);
    const std::vector<bool> hatched{true, false, true, true, true, false};
    const std::vector<QLineF> lines = hatchLines(grid, hatched, 3);
    std::vector<bool> hit(6, false);
    for (const QLineF& line : lines) {
        for (double t = 0.02; t < 1; t += 0.02) {
            const QPointF at = line.pointAt(t);
            hit[static_cast<std::size_t>(at.y() / 7) * 3 + static_cast<std::size_t>(at.x() / 7)] = true;
        }
    }
    CHECK(hit == hatched);
    grid.xEdges = {0, 1, 2, 3};
    grid.yEdges = {0, 1, 2};
    CHECK(hatchLines(grid, hatched, 50).size() >= 3); // smaller than the pattern: still marked
}

TEST_CASE("clipped ends are marked on the colour bar, and only those") {
    FigureContent content = sample::content(MapName::weights, ramp(8, 8));
    CHECK(drawFigure(content).shapes.empty());
    content.scene.figure.place.display.range = {RangeKind::fixed, 1, 0.25, 2};
    CHECK(drawFigure(content).shapes.size() == 1);
    content.scene.figure.place.display.range = {RangeKind::fixed, 1, 0.25, 0.5};
    CHECK(drawFigure(content).shapes.size() == 2);
}
