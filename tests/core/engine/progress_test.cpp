// The first picture of some rows, and what is told while the rest is on its way.
#include "core/engine/progress.h"

#include "core/base/error.h"
#include "core/engine/map_region.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

using namespace softscope;

namespace {

constexpr MapName streamed[] = {MapName::scores,   MapName::scaled,           MapName::weights,
                                MapName::jacobian, MapName::jacobianDiagonal, MapName::output};

/// The middle row of each group of `step`.
std::vector<Index> middles(Index rows, Index step) {
    std::vector<Index> result;
    for (Index begin = 0; begin < rows; begin += step)
        result.push_back(std::min(begin + step / 2, rows - 1));
    return result;
}

bool sameBits(const MatrixF& a, const MatrixF& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

/// Equal within `slack`, and NaN and infinite in the same places.
bool sameBut(const MatrixF& a, const MatrixF& b, float slack) {
    for (Index c = 0; c < a.size(); ++c) {
        const float x = a(0, c), y = b(0, c);
        if (!(x == y || std::abs(x - y) <= slack || (std::isnan(x) && std::isnan(y))))
            return false;
    }
    return a.size() == b.size();
}

} // namespace

TEST_CASE("rows from coarse to fine are all rows once, evenly spread from the first on") {
    for (const Index count : {0, 1, 2, 3, 8, 37, 1000}) {
        std::vector<Index> order = coarseToFine(count);
        for (Index begin = 1; begin <= count; begin *= 2) { // no gap is wider than twice the even one
            std::vector<Index> some(order.begin(), order.begin() + begin);
            std::sort(some.begin(), some.end());
            some.push_back(count);
            for (std::size_t i = 1; i < some.size(); ++i)
                CHECK(some[i] - some[i - 1] <= 2 * (count + begin - 1) / begin + 1);
        }
        std::sort(order.begin(), order.end());
        std::vector<Index> all(static_cast<std::size_t>(count));
        std::iota(all.begin(), all.end(), 0);
        CHECK(order == all);
    }
}

TEST_CASE("some rows only: their cells are those of the complete maps") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 12; ++round) {
        CAPTURE(round);
        Draw draw(seed + round);
        Head head = draw.head(150);
        draw.addMasks(head);
        const LogitOptions options = draw.options(head);
        const Index step = poolSize(head.nQ(), draw.integer(1, head.nQ())), columns = draw.integer(1, head.nK());
        Pass all, some;
        all.options = some.options = options;
        all.rows = some.rows = false;
        some.only = middles(head.nQ(), step);
        all.selected = some.selected = draw.integer(0, head.nQ() - 1);
        for (const MapName map : streamed) {
            const Region whole = wholeMap(map, head);
            all.maps.push_back({map, whole, 0, columns, Reducer::maximum});
            const Index rows = (head.nQ() + step - 1) / step;
            some.maps.push_back({map, whole, rows, columns, Reducer::maximum});
        }
        const Frame want = evaluate(head, all), got = evaluate(head, some);
        REQUIRE(got.selected);
        CHECK(sameBits(want.selected->weights, got.selected->weights));
        CHECK(got.rows.empty());
        for (std::size_t m = 0; m < some.maps.size(); ++m) {
            CAPTURE(m, step, columns);
            const Map& map = got.maps[m];
            REQUIRE(map.poolRows == step);
            for (Index cell = 0; cell < map.cells.rows(); ++cell) {
                MatrixF row = want.maps[m].cells.row(some.only[static_cast<std::size_t>(cell)]);
                if (*some.selected / step == cell) { // looked at besides
                    const MatrixF selected = want.maps[m].cells.row(*some.selected);
                    for (Index c = 0; c < row.size(); ++c)
                        if (selected(0, c) > row(0, c) || std::isnan(selected(0, c)))
                            row(0, c) = selected(0, c);
                }
                if (map.name == MapName::output) // its sums depend on the block, and its terms may cancel
                    CHECK(sameBut(row, map.cells.row(cell), 1e-5F * head.v.cwiseAbs().maxCoeff()));
                else
                    CHECK(sameBits(row, map.cells.row(cell)));
            }
        }
    }
}

TEST_CASE("a row of cells without any of the rows is NaN, rows out of place are refused") {
    Draw draw(5);
    const Head head = draw.head(40);
    Pass pass;
    pass.rows = false;
    pass.only = {0};
    pass.maps = {{MapName::weights, wholeMap(MapName::weights, head), 0, 1}};
    const Map map = evaluate(head, pass).maps.front();
    CHECK_FALSE(std::isnan(map.cells(0, 0)));
    for (Index i = 1; i < map.cells.rows(); ++i)
        CHECK(std::isnan(map.cells(i, 0)));
    for (const std::vector<Index>& rows : {std::vector<Index>{-1}, {head.nQ()}, {1, 0}}) {
        pass.only = rows;
        CHECK_THROWS_AS(evaluate(head, pass), std::invalid_argument);
    }
    pass.only = {0};
    pass.rows = true;
    CHECK_THROWS_AS(evaluate(head, pass), std::invalid_argument);
}

TEST_CASE("what is told on the way grows to the complete maps and changes nothing") {
    Draw draw(testSeed());
    Head head;
    head.q = draw.gaussian(700, 8);
    head.k = draw.gaussian(900, 8);
    head.v = draw.gaussian(900, 3);
    for (const Reducer reduce : {Reducer::maximum, Reducer::mean}) {
        Pass pass;
        pass.maps = {{MapName::weights, wholeMap(MapName::weights, head), 30, 40, reduce},
                     {MapName::weights, wholeMap(MapName::weights, head)}, // exact: not told
                     {MapName::k, wholeMap(MapName::k, head)},
                     {MapName::jacobian, wholeMap(MapName::jacobian, head), 699, 40, reduce}};
        const Frame want = evaluate(head, pass);
        std::vector<PartialMap> last;
        double share = 0;
        int calls = 0;
        Compute compute;
        compute.progress = [&](const Progress& progress) {
            ++calls;
            CHECK(progress.share > 0);
            CHECK(progress.share <= 1);
            share = std::max(share, progress.share);
            std::vector<PartialMap> maps = progress.maps().at(0);
            REQUIRE(maps.size() == 4);
            CHECK(maps[1].map.cells.size() == 0);
            CHECK(maps[2].map.cells.size() == 0);
            for (const std::size_t m : {std::size_t(0), std::size_t(3)}) {
                const Map& complete = want.maps[m];
                REQUIRE(maps[m].rows.size() == static_cast<std::size_t>(complete.cells.rows()));
                for (Index i = 0; i < complete.cells.rows(); ++i) {
                    const Index all = std::min(complete.poolRows, head.nQ() - i * complete.poolRows);
                    const Index rows = maps[m].rows[static_cast<std::size_t>(i)];
                    CHECK(rows >= (last.empty() ? 0 : last[m].rows[static_cast<std::size_t>(i)]));
                    REQUIRE(rows <= all);
                    if (rows == all)
                        CHECK(sameBits(maps[m].map.cells.row(i), complete.cells.row(i)));
                    else if (rows > 0 && reduce == Reducer::maximum)
                        CHECK((maps[m].map.cells.row(i).array() <= complete.cells.row(i).array()).all());
                }
            }
            last = std::move(maps);
        };
        const Frame got = evaluate(head, pass, compute);
        CHECK(calls >= 1); // a thread does not wait for another that tells
        calls = 0;
        last.clear();
        compute.threads = 1;
        evaluate(head, pass, compute);
        CHECK(calls > 1);
        for (std::size_t m = 0; m < pass.maps.size(); ++m)
            CHECK(sameBits(got.maps[m].cells, want.maps[m].cells));
        CHECK(got.scores.mean == want.scores.mean);
    }
}

TEST_CASE("telling can stop the work") {
    Draw draw(testSeed());
    Head head;
    head.q = head.k = draw.gaussian(600, 4);
    head.v = draw.gaussian(600, 1);
    std::stop_source source;
    std::atomic<int> calls = 0;
    Compute compute;
    compute.stop = source.get_token();
    compute.progress = [&](const Progress&) {
        ++calls;
        source.request_stop();
    };
    CHECK_THROWS_AS(evaluate(head, Pass(), compute), Cancelled);
    CHECK(calls >= 1);
}
