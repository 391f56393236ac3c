#include "ui/heatmap/masked_cells.h"

#include "tests/catch.h"
#include "tests/ui/heatmap/hand_made.h"

#include <algorithm>
#include <limits>

using namespace softscope;

namespace {

Map mapOf(MapName name, const Region& region, Index pool) {
    Map map;
    map.name = name;
    map.region = region;
    map.poolRows = map.poolCols = pool;
    map.cells = MatrixF::Zero((region.rows() + pool - 1) / pool, (region.cols() + pool - 1) / pool);
    return map;
}

bool allowed(const std::vector<Mask>& masks, Index i, Index j) {
    for (const Mask& mask : masks) {
        if (mask.kind == MaskKind::causal ? j > i : j < i - mask.left || j > i + mask.right)
            return false;
    }
    return true;
}

} // namespace

TEST_CASE("A cell of the weights is masked where none of its keys is allowed", "[heatmap]") {
    const auto head = test::headOf(13, 17);
    Frame frame;
    for (const std::vector<Mask>& masks : {std::vector<Mask>{{MaskKind::causal, 0, 0}},
                                           {{MaskKind::window, 2, 1}},
                                           {{MaskKind::causal, 0, 0}, {MaskKind::window, 3, 5}}}) {
        frame.options.masks = masks;
        for (const Region& region : {Region{0, 13, 0, 17}, Region{3, 9, 6, 17}}) {
            for (Index pool : {1, 2, 5}) {
                const Map map = mapOf(MapName::jacobian, region, pool);
                const MatrixB masked = maskedCells(map, frame, *head, 0);
                for (Index a = 0; a < map.cells.rows(); ++a) {
                    for (Index b = 0; b < map.cells.cols(); ++b) {
                        bool any = false;
                        for (Index i = 0; i < pool; ++i) {
                            for (Index j = 0; j < pool; ++j) {
                                const Index row = region.rowBegin + a * pool + i, col = region.colBegin + b * pool + j;
                                any = any || (row < region.rowEnd && col < region.colEnd && allowed(masks, row, col));
                            }
                        }
                        REQUIRE((masked.size() != 0 && masked(a, b)) == !any);
                    }
                }
            }
        }
    }
}

TEST_CASE("Maps that ignore the mask or show it themselves have no masked cells", "[heatmap]") {
    const auto head = test::headOf(4, 4);
    Frame frame;
    CHECK(maskedCells(mapOf(MapName::weights, {0, 4, 0, 4}, 1), frame, *head, 0).size() == 0);
    frame.options.masks = {{MaskKind::causal, 0, 0}};
    for (const MapName name : {MapName::scores, MapName::scaled, MapName::q, MapName::k, MapName::v, MapName::gradK})
        CHECK(maskedCells(mapOf(name, {0, 4, 0, 4}, 1), frame, *head, 0).size() == 0);
}

TEST_CASE("The row Jacobian is masked along both axes, the output where a query has no key", "[heatmap]") {
    const auto head = test::headOf(4, 4);
    Frame frame;
    frame.options.masks = {{MaskKind::causal, 0, 0}};
    MatrixB expected = MatrixB::Constant(4, 4, true);
    expected.topLeftCorner(2, 2).setConstant(false);
    CHECK(maskedCells(mapOf(MapName::rowJacobian, {0, 4, 0, 4}, 1), frame, *head, 1) == expected);

    frame.rows.resize(4);
    for (RowStatistics& row : frame.rows)
        row.keys = 2;
    frame.rows[2].keys = 0;
    expected = MatrixB::Constant(4, 2, false);
    expected.row(2).setConstant(true);
    CHECK(maskedCells(mapOf(MapName::output, {0, 4, 0, 2}, 1), frame, *head, 0) == expected);
}

TEST_CASE("A dense mask and a bias of −inf hide cells of an exact map", "[heatmap]") {
    const auto head = test::headOf(3, 3);
    head->mask = MatrixB::Constant(3, 3, true);
    (*head->mask)(0, 1) = false;
    head->bias = MatrixF::Zero(3, 3);
    (*head->bias)(2, 2) = -std::numeric_limits<float>::infinity();
    MatrixB expected = MatrixB::Constant(3, 3, false);
    expected(0, 1) = expected(2, 2) = true;
    CHECK(maskedCells(mapOf(MapName::weights, {0, 3, 0, 3}, 1), Frame(), *head, 0) == expected);
}
