#include "core/engine/map_region.h"

#include "tests/catch.h"

using namespace softscope;

namespace {

/// n_q = 3, n_k = 10, d_k = 4, d_v = 5.
Head rectangle() {
    Head head;
    head.q = MatrixF::Zero(3, 4);
    head.k = MatrixF::Zero(10, 4);
    head.v = MatrixF::Zero(10, 5);
    return head;
}

} // namespace

TEST_CASE("A region follows each axis of a map", "[map_region]") {
    const Head head = rectangle();
    const Region view{1, 3, 2, 7};
    CHECK(mapRegion(MapName::weights, head, view) == view);
    CHECK(mapRegion(MapName::output, head, view) == Region{1, 3, 0, 5});
    CHECK(mapRegion(MapName::q, head, view) == Region{1, 3, 0, 4});
    CHECK(mapRegion(MapName::k, head, view) == Region{2, 7, 0, 4});
    CHECK(mapRegion(MapName::rowJacobian, head, view) == Region{2, 7, 2, 7});
    CHECK(mapRegion(MapName::weights, head, std::nullopt) == Region{0, 3, 0, 10});
}

TEST_CASE("A region beyond the map is brought inside and keeps a cell", "[map_region]") {
    const Head head = rectangle();
    CHECK(mapRegion(MapName::weights, head, Region{2, 90, 50, 90}) == Region{2, 3, 9, 10});
    CHECK(mapRegion(MapName::weights, head, Region{0, 0, 4, 4}) == Region{0, 1, 4, 5});
}
