#include "ui/heatmap/label_thinning.h"

#include "tests/catch.h"

#include <algorithm>

using namespace softscope;

namespace {

LabelAxis axisOf(Index tokens, Index pixels, Index pool = 1, Index begin = 0) {
    return {CellLayout((tokens + pool - 1) / pool, pixels), begin, begin + tokens, pool};
}

} // namespace

TEST_CASE("Every label stands where cells are larger than the text", "[heatmap]") {
    CHECK(visibleLabels(axisOf(5, 100), 12, -1, false) == std::vector<Index>{0, 1, 2, 3, 4});
    CHECK(visibleLabels(axisOf(5, 100, 1, 7), 12, 9, true) == std::vector<Index>{7, 8, 9, 10, 11});
}

TEST_CASE("Numbered labels thin out to round steps", "[heatmap]") {
    CHECK(visibleLabels(axisOf(100, 300), 12, -1, true) ==
          std::vector<Index>{0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95});
    const auto pooled = visibleLabels(axisOf(2048, 342, 6), 24, -1, true);
    CHECK(pooled.front() == 0);
    CHECK(pooled.at(1) == 200);
}

TEST_CASE("Labels never touch, and the selected one always stays", "[heatmap]") {
    for (Index tokens : {1, 2, 9, 27, 64, 500}) {
        for (Index pool : {1, 3}) {
            for (Index pixels : {20, 97, 300, 411}) {
                for (bool numbered : {false, true}) {
                    const LabelAxis axis = axisOf(tokens, pixels, pool, 4);
                    // Pooled labels snap to their cells.
                    const double slack = 2.01 + (pool > 1 && numbered ? axis.layout.cellSize() : 0);
                    for (Index selected = 3; selected <= 4 + tokens; ++selected) {
                        const auto shown = visibleLabels(axis, 13, selected, numbered);
                        REQUIRE(std::is_sorted(shown.begin(), shown.end()));
                        const bool here = selected >= 4 && selected < 4 + tokens;
                        REQUIRE((std::count(shown.begin(), shown.end(), selected) == (here ? 1 : 0)));
                        for (std::size_t i = 1; i < shown.size(); ++i)
                            REQUIRE(axis.centerOf(shown[i]) - axis.centerOf(shown[i - 1]) >= 13 - slack);
                    }
                }
            }
        }
    }
}

TEST_CASE("An axis without cells has no labels", "[heatmap]") {
    CHECK(visibleLabels(axisOf(0, 100), 12, 0, false).empty());
    CHECK(visibleLabels(axisOf(10, 0), 12, 0, true).empty());
}
