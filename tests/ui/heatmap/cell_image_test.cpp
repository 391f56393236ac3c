#include "ui/heatmap/cell_image.h"

#include "tests/catch.h"
#include "tests/ui/heatmap/hand_made.h"

#include <limits>

using namespace softscope;

namespace {

const CellColors colorsOfTest{QColor(10, 20, 30), QColor(200, 210, 220), 6};

} // namespace

TEST_CASE("Every pixel of the composed image has its cell's colour", "[heatmap]") {
    const ShownPointer shown = test::shownOf(test::ramp(5, 7));
    const Picture& picture = shown->maps[0].picture;
    for (Index width : {7, 10, 33, 70, 201}) {
        const CellLayout rows(5, width), cols(7, width);
        const QImage image = composeCells(picture, {}, rows, cols, colorsOfTest);
        REQUIRE(image.width() == cols.pixels());
        REQUIRE(image.height() == rows.pixels());
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const std::size_t cell = std::size_t(rows.cellAt(y) * 7 + cols.cellAt(x));
                REQUIRE(image.pixel(x, y) == picture.pixels[cell]);
            }
        }
    }
}

TEST_CASE("NaN cells are hatched, −inf cells half transparent, masked cells like −inf", "[heatmap]") {
    MatrixF cells(1, 4);
    cells << 0.5F, std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity(), 0.5F;
    const ShownPointer shown = test::shownOf(cells);
    MatrixB masked = MatrixB::Constant(1, 4, false);
    masked(0, 3) = true;
    const QImage image =
        composeCells(shown->maps[0].picture, masked, CellLayout(1, 12), CellLayout(4, 48), colorsOfTest);
    REQUIRE(image.size() == QSize(48, 12));
    int background = 0, hatch = 0;
    for (int y = 0; y < 12; ++y) {
        for (int x = 12; x < 24; ++x) {
            background += image.pixelColor(x, y) == colorsOfTest.background ? 1 : 0;
            hatch += image.pixelColor(x, y) == colorsOfTest.hatch ? 1 : 0;
        }
    }
    CHECK(background + hatch == 144);
    CHECK(hatch == 24); // one pixel in six
    // 0x80404040 over (10, 20, 30): 64 + half of it.
    CHECK(image.pixelColor(30, 6) == QColor(69, 74, 79));
    CHECK(image.pixelColor(40, 6) == image.pixelColor(30, 6));
    CHECK(image.pixel(5, 5) == shown->maps[0].picture.pixels[0]);
}

TEST_CASE("More cells than pixels, layouts of another picture, nothing at all", "[heatmap]") {
    const ShownPointer shown = test::shownOf(test::ramp(20, 20));
    const Picture& picture = shown->maps[0].picture;
    CHECK(composeCells(picture, {}, CellLayout(20, 7), CellLayout(20, 3), colorsOfTest).size() == QSize(3, 7));
    CHECK(composeCells(picture, {}, CellLayout(19, 100), CellLayout(20, 100), colorsOfTest).isNull());
    CHECK(composeCells(picture, {}, CellLayout(20, 0), CellLayout(20, 100), colorsOfTest).isNull());
    CHECK(composeCells(Picture(), {}, CellLayout(), CellLayout(), colorsOfTest).isNull());
}
