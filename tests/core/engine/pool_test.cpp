// Maps at a size against pooling of the full map, cell by cell.
#include "core/engine/pool.h"

#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

#include <algorithm>
#include <stdexcept>

using namespace softscope;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float pooledCell(const MatrixF& full, const Region& region, const Map& map, Index i, Index j) {
    double sum = 0, count = 0;
    float high = -infinity;
    bool nan = false;
    const Index rowEnd = std::min(region.rowBegin + (i + 1) * map.poolRows, region.rowEnd);
    const Index colEnd = std::min(region.colBegin + (j + 1) * map.poolCols, region.colEnd);
    for (Index r = region.rowBegin + i * map.poolRows; r < rowEnd; ++r)
        for (Index c = region.colBegin + j * map.poolCols; c < colEnd; ++c) {
            const float value = full(r, c);
            nan = nan || std::isnan(value);
            high = std::max(high, value);
            sum += value == -infinity ? 0 : static_cast<double>(value);
            count += value == -infinity ? 0 : 1;
        }
    if (nan)
        return std::numeric_limits<float>::quiet_NaN();
    return map.reduce == Reducer::maximum ? high : count > 0 ? static_cast<float>(sum / count) : -infinity;
}

/// `slack`: what the logits' rounding may move a weight by, relative; a product of other columns rounds otherwise.
void checkPooled(const MatrixF& full, const MapRequest& request, const Map& map, double scoreSlack, double slack) {
    const Region& region = request.region;
    REQUIRE(map.region == region);
    REQUIRE(map.name == request.map);
    REQUIRE(map.reduce == request.reduce);
    REQUIRE((request.maxRows == 0 || map.cells.rows() <= request.maxRows));
    REQUIRE((request.maxCols == 0 || map.cells.cols() <= request.maxCols));
    MatrixF want(map.cells.rows(), map.cells.cols());
    for (Index i = 0; i < want.rows(); ++i)
        for (Index j = 0; j < want.cols(); ++j)
            want(i, j) = pooledCell(full, region, map, i, j);
    double floor = 1e-37;
    const double size = static_cast<double>(want.array().isFinite().select(want, 0.F).cwiseAbs().maxCoeff());
    if (map.name == MapName::scores || map.name == MapName::scaled)
        floor = scoreSlack;
    else if (isSigned(map.name))
        floor = (1e-6 + slack) * size;
    if (request.reduce == Reducer::mean)
        floor += 2e-7 * size;
    checkClose("pooled", map.cells, want, 1e-6, VectorD::Constant(want.rows(), slack), floor);
}

MapRequest randomRequest(Draw& draw, MapName name, const Head& head) {
    MapRequest request;
    request.map = name;
    const Region whole = wholeMap(name, head);
    request.region = whole;
    if (draw.chance(0.6)) {
        request.region.rowBegin = draw.integer(0, whole.rowEnd - 1);
        request.region.rowEnd = draw.integer(request.region.rowBegin + 1, whole.rowEnd);
        request.region.colBegin = draw.integer(0, whole.colEnd - 1);
        request.region.colEnd = draw.integer(request.region.colBegin + 1, whole.colEnd);
    }
    request.maxRows = draw.integer(0, 40);
    request.maxCols = draw.integer(0, 40);
    request.reduce = draw.chance(0.5) ? Reducer::maximum : Reducer::mean;
    return request;
}

} // namespace

TEST_CASE("a pooled map is the pooling of the full map") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 25; ++round) {
        CAPTURE(round);
        Draw draw(seed + 300 + round);
        Head head = draw.head(300);
        if (draw.chance(0.4))
            draw.addMasks(head);
        Pass full, pooled;
        full.options = pooled.options = draw.options(head);
        const double slack = 4 * logitSlack(head, full.options).maxCoeff();
        const double scoreSlack = slack * std::max(1.0, 1 / std::abs(full.options.scale));
        if (draw.chance(0.3))
            head.q(draw.integer(0, head.nQ() - 1), 0) = std::numeric_limits<float>::quiet_NaN();
        if (draw.chance(0.2))
            head.k(draw.integer(0, head.nK() - 1), 0) = infinity;
        full.selected = pooled.selected = draw.integer(0, head.nQ() - 1);
        full.rows = draw.chance(0.5);
        pooled.rows = draw.chance(0.5);
        for (int m = 0; m < 13; ++m) {
            const auto name = static_cast<MapName>(m);
            full.maps.push_back({name, wholeMap(name, head)});
            pooled.maps.push_back(randomRequest(draw, name, head));
        }
        const Frame whole = evaluate(head, full), small = evaluate(head, pooled);
        for (std::size_t m = 0; m < 13; ++m) {
            CAPTURE(m);
            CHECK(whole.maps[m].exact());
            checkPooled(whole.maps[m].cells, pooled.maps[m], small.maps[m], scoreSlack, slack);
        }
    }
}

TEST_CASE("a map is pooled by the least whole numbers that fit") {
    Draw draw(testSeed());
    Head head;
    head.q = draw.gaussian(100, 2);
    head.k = draw.gaussian(70, 2);
    head.v = draw.gaussian(70, 2);
    Pass pass;
    pass.maps = {{MapName::weights, {0, 100, 0, 70}, 33, 70}, {MapName::weights, {3, 10, 5, 70}, 7, 1}};
    const Frame frame = evaluate(head, pass);
    CHECK(frame.maps[0].poolRows == 4);
    CHECK(frame.maps[0].poolCols == 1);
    CHECK(frame.maps[0].cells.rows() == 25);
    CHECK(frame.maps[0].cells.cols() == 70);
    CHECK_FALSE(frame.maps[0].exact());
    CHECK(frame.maps[1].poolRows == 1);
    CHECK(frame.maps[1].poolCols == 65);
    CHECK(frame.maps[1].cells.rows() == 7);
    CHECK(frame.maps[1].cells.cols() == 1);
}

TEST_CASE("a region outside the map is refused") {
    Draw draw(testSeed());
    Head head;
    head.q = draw.gaussian(4, 2);
    head.k = draw.gaussian(5, 2);
    head.v = draw.gaussian(5, 3);
    for (const Region& region :
         {Region{0, 5, 0, 5}, Region{0, 4, 0, 6}, Region{-1, 2, 0, 2}, Region{2, 2, 0, 5}, Region{0, 4, 3, 1}})
        for (const MapName name : {MapName::weights, MapName::scores}) {
            Pass pass;
            pass.maps = {{name, region}};
            CHECK_THROWS_AS(evaluate(head, pass), std::invalid_argument);
        }
    Pass pass;
    pass.maps = {{MapName::gradV, {0, 5, 0, 4}}};
    CHECK_THROWS_AS(evaluate(head, pass), std::invalid_argument);
    pass.maps = {{MapName::rowJacobian, {0, 5, 0, 5}}};
    CHECK_THROWS_AS(evaluate(head, pass), std::invalid_argument);
    pass.selected = 4;
    CHECK_THROWS_AS(evaluate(head, pass), std::invalid_argument);
}

TEST_CASE("maxima of groups of every size, with and without NaN") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (Index size = 1; size <= 20; ++size)
        for (const bool nan : {false, true}) {
            const Index n = draw.integer(1, 150);
            CAPTURE(size, n, nan);
            MatrixF values = draw.gaussian(1, n);
            const Index bad = draw.integer(0, n - 1);
            if (nan)
                values(0, bad) = std::numeric_limits<float>::quiet_NaN();
            VectorF got((n + size - 1) / size);
            groupMaxima(values.data(), n, size, got.data());
            for (Index group = 0; group < got.size(); ++group) {
                const Index begin = group * size, count = std::min(size, n - begin);
                if (nan && bad / size == group)
                    CHECK(std::isnan(got[group]));
                else
                    CHECK(got[group] == *std::max_element(values.data() + begin, values.data() + begin + count));
            }
        }
}
