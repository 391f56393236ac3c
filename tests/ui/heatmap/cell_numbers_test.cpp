#include "ui/heatmap/cell_numbers.h"

#include "core/head/build.h"
#include "tests/catch.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

Map mapOf(const Head& head, const LogitOptions& options, MapName name, Index limit = 0) {
    Pass pass;
    pass.options = options;
    pass.maps = {{name, wholeMap(name, head), limit, limit, Reducer::maximum}};
    return evaluate(head, pass).maps.front();
}

/// A causal head of 9 tokens, row 6 selected, with its scores, weights and Jacobian on screen.
struct Case {
    HeadPointer head;
    Frame frame;
    std::vector<ShownMap> maps;

    explicit Case(std::initializer_list<MapName> names, Index limit = 0) {
        Scene scene;
        scene.source.tokens = 9;
        head = buildHead(scene);
        Pass pass;
        scene.softmax.masks = {{MaskKind::causal, 0, 0}};
        pass.options = resolve(scene.softmax, head->dK());
        pass.selected = 6;
        frame = evaluate(*head, pass);
        for (const MapName name : names)
            maps.push_back({mapOf(*head, frame.options, name, limit), {}});
    }
    double of(MapName name, Index i, Index j) const { return double(mapOf(*head, frame.options, name).cells(i, j)); }
};

} // namespace

TEST_CASE("Every number of a cell comes exactly from the maps at hand", "[heatmap]") {
    const Case c({MapName::scaled, MapName::weights, MapName::jacobian});
    for (Index i = 0; i < 9; ++i) {
        for (Index j = 0; j < 9; ++j) {
            const CellNumbers n = numbersAt(*c.head, c.frame, c.maps, {i, j});
            REQUIRE(n.scaled.value() == c.of(MapName::scaled, i, j));
            REQUIRE(n.weight.value() == c.of(MapName::weights, i, j));
            REQUIRE(n.jacobian.value() == c.of(MapName::jacobian, i, j));
            REQUIRE(n.masked == (j > i));
            REQUIRE(n.entropy.value() == c.frame.rows[std::size_t(i)].entropy);
            // The score of a masked key cannot be told from its logit; the selected row has it in full.
            REQUIRE(n.score.has_value() == (j <= i || i == 6));
            if (n.score)
                REQUIRE(*n.score == Approx(c.of(MapName::scores, i, j)).epsilon(1e-6));
        }
    }
}

TEST_CASE("Pooled maps give no exact numbers but for the selected row", "[heatmap]") {
    const Case c({MapName::scaled, MapName::weights, MapName::jacobian}, 3);
    const CellNumbers other = numbersAt(*c.head, c.frame, c.maps, {5, 2});
    CHECK_FALSE(other.score);
    CHECK_FALSE(other.scaled);
    CHECK_FALSE(other.weight);
    CHECK_FALSE(other.jacobian);
    CHECK(other.entropy.value() == c.frame.rows[5].entropy);
    const CellNumbers selected = numbersAt(*c.head, c.frame, c.maps, {6, 2});
    CHECK(selected.weight.value() == c.of(MapName::weights, 6, 2));
    CHECK(selected.score.value() == Approx(c.of(MapName::scores, 6, 2)).epsilon(1e-6));
}

TEST_CASE("Numbers that are on no map are not at hand", "[heatmap]") {
    const Case c({MapName::q, MapName::weights, MapName::jacobianDiagonal});
    const CellNumbers n = numbersAt(*c.head, c.frame, c.maps, {3, 2});
    CHECK(n.weight.has_value());
    CHECK_FALSE(n.score);
    CHECK_FALSE(n.scaled);
    CHECK_FALSE(n.jacobian);
    const CellNumbers outside = numbersAt(*c.head, c.frame, c.maps, {-1, 4});
    CHECK_FALSE(outside.weight);
    CHECK_FALSE(outside.entropy);
    CHECK_FALSE(numbersAt(*c.head, c.frame, c.maps, {99, 99}).weight);
}

TEST_CASE("valueAt finds the pooled cell, and nothing outside the region", "[heatmap]") {
    Map map;
    map.region = {10, 15, 20, 24};
    map.poolRows = 2;
    map.poolCols = 3;
    map.cells.resize(3, 2);
    map.cells << 0, 1, 2, 3, 4, 5;
    CHECK(valueAt(map, {10, 20}) == 0.);
    CHECK(valueAt(map, {11, 23}) == 1.);
    CHECK(valueAt(map, {14, 22}) == 4.);
    CHECK_FALSE(valueAt(map, {15, 20}));
    CHECK_FALSE(valueAt(map, {9, 20}));
    CHECK_FALSE(valueAt(map, {12, -1}));
}
