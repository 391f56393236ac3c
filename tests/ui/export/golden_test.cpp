// Figures against pictures that a person has looked at: tests/golden/NAME.png. What differs is written to
// golden-received/NAME.png beside the tests' working folder; tests/golden/approve.py takes it over.
#include "tests/catch.h"
#include "tests/ui/export/sample.h"
#include "ui/export/figure_drawing.h"
#include "ui/export/paint_drawing.h"

#include <QDir>
#include <QImage>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace softscope;

namespace {

/// Cells may differ by one step of the colour map: the last bit of a sum depends on the processor.
constexpr int cellTolerance = 4;
/// Letters may be smoothed differently by another version of FreeType; a letter that is missing or has moved changes
/// the mean of its 12 × 12 pixels by more than this.
constexpr double textTolerance = 12;
constexpr int block = 12;

int difference(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b)),
                     std::abs(qAlpha(a) - qAlpha(b))});
}

bool inGrid(const Grid& grid, int x, int y) {
    return x >= grid.xEdges.front() && x < grid.xEdges.back() && y >= grid.yEdges.front() && y < grid.yEdges.back();
}

/// Hatched cells hold lines, which are smoothed as letters are.
bool isCell(const Drawing& drawing, int x, int y) {
    for (const Grid& grid : drawing.grids) {
        if (!inGrid(grid, x, y))
            continue;
        const auto col = std::upper_bound(grid.xEdges.begin(), grid.xEdges.end(), x) - grid.xEdges.begin() - 1;
        const auto row = std::upper_bound(grid.yEdges.begin(), grid.yEdges.end(), y) - grid.yEdges.begin() - 1;
        return qAlpha(grid.colorAt(static_cast<std::size_t>(row), static_cast<std::size_t>(col))) != 0;
    }
    return false;
}

double meanOf(const QImage& image, int left, int top, int channel) {
    double sum = 0;
    int count = 0;
    for (int y = top; y < std::min(top + block, image.height()); ++y) {
        for (int x = left; x < std::min(left + block, image.width()); ++x, ++count)
            sum += static_cast<double>((image.pixel(x, y) >> (8 * channel)) & 0xffU);
    }
    return sum / count;
}

std::string differenceOf(const QImage& got, const QImage& wanted, const Drawing& drawing) {
    if (wanted.isNull())
        return "there is no approved picture";
    if (got.size() != wanted.size())
        return "the size differs";
    for (int y = 0; y < got.height(); ++y) {
        for (int x = 0; x < got.width(); ++x) {
            if (isCell(drawing, x, y) && difference(got.pixel(x, y), wanted.pixel(x, y)) > cellTolerance)
                return "a cell differs at pixel " + std::to_string(x) + ", " + std::to_string(y);
        }
    }
    for (int y = 0; y < got.height(); y += block) {
        for (int x = 0; x < got.width(); x += block) {
            for (int channel = 0; channel < 4; ++channel) {
                if (std::abs(meanOf(got, x, y, channel) - meanOf(wanted, x, y, channel)) > textTolerance)
                    return "the surroundings differ at pixel " + std::to_string(x) + ", " + std::to_string(y);
            }
        }
    }
    return {};
}

void compare(const std::string& name, const FigureContent& content) {
    const Drawing drawing = drawFigure(content);
    const QImage got = imageOf(drawing).convertToFormat(QImage::Format_ARGB32);
    const QString file = QString::fromStdString(name + ".png");
    const QImage wanted(QStringLiteral(SOFTSCOPE_TEST_DATA "/../golden/") + file);
    const std::string difference = differenceOf(got, wanted.convertToFormat(QImage::Format_ARGB32), drawing);
    INFO(name << ": received picture in golden-received/, approve it with tests/golden/approve.py");
    CHECK(difference == "");
    if (!difference.empty()) {
        QDir().mkpath(QStringLiteral("golden-received"));
        got.save(QStringLiteral("golden-received/") + file);
    }
}

void compare(const std::string& name, Scene scene) {
    scene.figure.width = 400;
    compare(name, sample::content(scene));
}

void compare(const std::string& name, MapName map, const MatrixF& cells, const softscope::Display& display = {}) {
    FigureContent content = sample::content(map, cells);
    content.scene.figure.width = 400;
    content.scene.figure.place.display = display;
    compare(name, content);
}

MatrixF waves(Index rows, Index cols) {
    MatrixF cells(rows, cols);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < cols; ++j)
            cells(i, j) = static_cast<float>(0.5 + 0.5 * std::sin(0.7 * double(i)) * std::cos(0.4 * double(j)));
    }
    return cells;
}

Scene workedExample() {
    Scene scene;
    scene.source.kind = SourceKind::workedExample;
    return scene;
}

} // namespace

TEST_CASE("golden: weights of the worked example") {
    compare("worked-example", workedExample());
}

TEST_CASE("golden: logits, diverging about zero, with a causal mask and words") {
    Scene scene = sample::gaussian(12, MapName::scaled);
    scene.softmax.masks = {Mask{}};
    scene.source.labels = {"the", "animal", "did", "not", "cross", "\xC4\xA0the", "street", "because", "a<b", "was"};
    compare("causal", scene);
}

TEST_CASE("golden: a log norm with zeros") {
    MatrixF cells = waves(9, 9);
    for (int i = 0; i < 3; ++i) // the eighth power: several decades
        cells = cells.cwiseProduct(cells).eval();
    cells.row(4).setZero();
    compare("log-zeros", MapName::weights, cells, {NormKind::log, Colormap::automatic, {}});
}

TEST_CASE("golden: one NaN and one infinity among four cells") {
    MatrixF cells(2, 2);
    cells << std::numeric_limits<float>::quiet_NaN(), 0.25F, 1, std::numeric_limits<float>::infinity();
    compare("nan-inf", MapName::weights, cells);
}

TEST_CASE("golden: three queries and ten keys") {
    compare("rectangle", MapName::jacobian, waves(3, 10));
}

TEST_CASE("golden: a pooled map") {
    Scene scene = sample::gaussian(700);
    scene.source.dK = 4;
    scene.softmax.scale.kind = ScaleKind::none;
    compare("pooled", scene);
}

TEST_CASE("golden: the row Jacobian with a symlog norm") {
    Scene scene = workedExample();
    scene.figure.place = {MapName::rowJacobian, {NormKind::symlog, Colormap::automatic, {}}};
    compare("row-jacobian", scene);
}

TEST_CASE("golden: a fixed range with clipped ends on a transparent background, a part of the map") {
    Scene scene = sample::gaussian(40);
    scene.view.region = Region{10, 18, 5, 20};
    scene.figure.place.display.range = {RangeKind::fixed, 1, 0.02, 0.1};
    scene.figure.place.display.colormap = Colormap::cividis;
    scene.figure.transparent = true;
    scene.figure.title = "A title that is too long for one line of a picture of this width";
    compare("clipped", scene);
}

TEST_CASE("golden: too small for letters") {
    FigureContent content = sample::content(MapName::weights, waves(7, 9));
    content.scene.figure.width = 60;
    compare("tiny", content);
}
