#include "ui/heatmap/cell_layout.h"

#include "tests/catch.h"

using softscope::CellLayout;
using softscope::Index;

TEST_CASE("CellLayout: cellAt is the inverse of edge at every size", "[heatmap]") {
    for (Index cells : {1, 2, 3, 7, 10, 27, 64, 100, 333}) {
        for (Index pixels = 1; pixels <= 700; pixels += cells > 64 ? 13 : 7) {
            const CellLayout layout(cells, pixels);
            REQUIRE(layout.edge(0) == 0);
            REQUIRE(layout.edge(cells) == layout.pixels());
            for (Index p = 0; p < layout.pixels(); ++p) {
                const Index cell = layout.cellAt(p);
                REQUIRE(cell >= 0);
                REQUIRE(cell < cells);
                REQUIRE(layout.edge(cell) <= p);
                REQUIRE(p < layout.edge(cell + 1));
            }
            REQUIRE(layout.cellAt(-1) == -1);
            REQUIRE(layout.cellAt(layout.pixels()) == -1);
        }
    }
}

TEST_CASE("CellLayout: cells are of one whole size, or fill the space and differ by one pixel", "[heatmap]") {
    for (Index cells = 1; cells <= 200; cells += 3) {
        for (Index pixels = 1; pixels <= 900; pixels += 11) {
            const CellLayout layout(cells, pixels);
            REQUIRE(layout.pixels() <= pixels);
            REQUIRE(8 * (pixels - layout.pixels()) <= pixels);
            Index least = pixels, most = 0;
            for (Index i = 0; i < cells; ++i) {
                least = std::min(least, layout.edge(i + 1) - layout.edge(i));
                most = std::max(most, layout.edge(i + 1) - layout.edge(i));
            }
            REQUIRE(most - least <= 1);
            if (layout.pixels() < pixels)
                REQUIRE(most == least);
        }
    }
}

TEST_CASE("CellLayout: known cases", "[heatmap]") {
    CHECK(CellLayout(27, 300).cellSize() == 11);
    CHECK(CellLayout(27, 300).pixels() == 297);
    CHECK(CellLayout(200, 300).pixels() == 300); // one pixel a cell would leave a third empty
    CHECK(CellLayout(1, 400, 120).pixels() == 120);
    CHECK(CellLayout(2, 400, 120).cellSize() == 120);
    CHECK(CellLayout(1, 100, 120).pixels() == 100);
}

TEST_CASE("CellLayout: nothing to show", "[heatmap]") {
    for (const CellLayout& layout :
         {CellLayout(), CellLayout(0, 100), CellLayout(-3, 100), CellLayout(5, 0), CellLayout(5, -8)}) {
        CHECK(layout.pixels() == 0);
        CHECK(layout.cellAt(0) == -1);
        CHECK(layout.edge(0) == 0);
        CHECK(layout.cellSize() == 0);
    }
}
