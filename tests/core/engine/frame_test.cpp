#include "core/engine/frame.h"

#include "tests/catch.h"

#include <cmath>

using namespace softscope;

TEST_CASE("axes and sizes of every map of a head of 3 queries, 5 keys, d_k 7, d_v 2") {
    Head head;
    head.q.setZero(3, 7);
    head.k.setZero(5, 7);
    head.v.setZero(5, 2);
    for (const MapName map :
         {MapName::scores, MapName::scaled, MapName::weights, MapName::jacobian, MapName::jacobianDiagonal}) {
        CHECK(wholeMap(map, head) == Region{0, 3, 0, 5});
        CHECK(rowAxis(map) == Axis::query);
        CHECK(columnAxis(map) == Axis::key);
    }
    CHECK(wholeMap(MapName::rowJacobian, head) == Region{0, 5, 0, 5});
    CHECK(rowAxis(MapName::rowJacobian) == Axis::key);
    CHECK(wholeMap(MapName::output, head) == Region{0, 3, 0, 2});
    for (const MapName map : {MapName::gradQ, MapName::q})
        CHECK(wholeMap(map, head) == Region{0, 3, 0, 7});
    for (const MapName map : {MapName::gradK, MapName::k})
        CHECK(wholeMap(map, head) == Region{0, 5, 0, 7});
    for (const MapName map : {MapName::gradV, MapName::v})
        CHECK(wholeMap(map, head) == Region{0, 5, 0, 2});
    CHECK_FALSE(isSigned(MapName::weights));
    CHECK_FALSE(isSigned(MapName::jacobian));
    CHECK_FALSE(isSigned(MapName::jacobianDiagonal));
    CHECK(isSigned(MapName::rowJacobian));
    CHECK(isSigned(MapName::scaled));
}

TEST_CASE("verdicts at their borders") {
    RowStatistics row;
    CHECK(row.verdict() == Verdict::empty);
    CHECK(std::isnan(row.effectiveTokens()));
    row.keys = 10;
    CHECK(row.verdict() == Verdict::unknown);
    row.maxWeight = 0.9;
    row.entropy = 0.5;
    CHECK(row.verdict() == Verdict::saturated);
    row.maxWeight = 0.8999;
    CHECK(row.verdict() == Verdict::selective);
    row.maxWeight = 0.95;
    row.entropy = 0.5001;
    CHECK(row.verdict() == Verdict::selective);
    row.maxWeight = 0.2;
    row.entropy = 0.9 * std::log(10.0);
    CHECK(row.verdict() == Verdict::diffuse);
    CHECK(row.effectiveTokens() == Approx(std::pow(10.0, 0.9)));
    row.entropy = 0.8999 * std::log(10.0);
    CHECK(row.verdict() == Verdict::selective);
    row.keys = 1;
    row.maxWeight = 1;
    row.entropy = 0;
    CHECK(row.verdict() == Verdict::saturated);
}
