// streamMap against evaluate; the same numbers for any number of threads; stopping.
#include "core/base/error.h"
#include "core/engine/evaluate.h"
#include "core/engine/forward.h"
#include "core/engine/stream_map.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <cmath>
#include <cstring>

using namespace softscope;

namespace {

Head bigHead(Draw& draw, Index nQ, Index nK) {
    Head head;
    head.q = draw.gaussian(nQ, 24);
    head.k = draw.gaussian(nK, 24);
    head.v = draw.gaussian(nK, 10);
    return head;
}

bool equalBits(const MatrixF& a, const MatrixF& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

Pass everyMap(const Head& head, const LogitOptions& options, Index most) {
    Pass pass;
    pass.options = options;
    pass.spectral = true;
    pass.gradients = true;
    pass.selected = 3;
    for (int m = 0; m < 13; ++m) {
        const auto name = static_cast<MapName>(m);
        pass.maps.push_back({name, wholeMap(name, head), most, most, m % 2 ? Reducer::mean : Reducer::maximum});
    }
    return pass;
}

} // namespace

TEST_CASE("streamMap gives every row of every map, in order, as evaluate does") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = bigHead(draw, 1300, 700);
    LogitOptions options;
    options.scale = 0.3;
    options.masks = {{MaskKind::window, 400, 90}};
    const Frame frame = evaluate(head, everyMap(head, options, 0));
    for (int m = 0; m < 13; ++m) {
        CAPTURE(m);
        const MatrixF& want = frame.maps[static_cast<std::size_t>(m)].cells;
        MatrixF got = MatrixF::Constant(want.rows(), want.cols(), -7);
        Index next = 0;
        int parts = 0;
        streamMap(head, options, static_cast<MapName>(m), 3, {}, [&](Index first, const MatrixF& rows) {
            REQUIRE(first == next);
            next += rows.rows();
            ++parts;
            REQUIRE(next <= want.rows());
            got.middleRows(first, rows.rows()) = rows;
        });
        CHECK(next == want.rows());
        if (m == 0) // the raw scores' blocks here hold more columns than those above needed: another order of adding
            CHECK((got - want).cwiseAbs().maxCoeff() <= 1e-5F);
        else
            CHECK((got - want).array().isNaN().select(0.F, (got - want).cwiseAbs()).maxCoeff() <=
                  1e-5F * want.array().isFinite().select(want.cwiseAbs(), 0.F).maxCoeff());
        CHECK((got.array() == -std::numeric_limits<float>::infinity()).matrix() ==
              (want.array() == -std::numeric_limits<float>::infinity()).matrix());
    }
}

TEST_CASE("results are equal to the bit for any number of threads") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const auto& [nQ, nK] : {std::pair<Index, Index>{310, 290}, {500, 3000}, {33, 5}}) {
        CAPTURE(nQ, nK);
        Head head = bigHead(draw, nQ, nK);
        draw.addMasks(head);
        const LogitOptions options = draw.options(head);
        for (const Index most : {0, 37}) {
            const Pass pass = everyMap(head, options, most);
            Compute compute;
            compute.threads = 1;
            const Frame one = evaluate(head, pass, compute);
            for (const int threads : {0, 2, 3, 5}) {
                compute.threads = threads;
                const Frame many = evaluate(head, pass, compute);
                for (std::size_t m = 0; m < one.maps.size(); ++m)
                    REQUIRE(equalBits(one.maps[m].cells, many.maps[m].cells));
                for (std::size_t i = 0; i < one.rows.size(); ++i) {
                    const RowStatistics &a = one.rows[i], &b = many.rows[i];
                    REQUIRE((a.entropy == b.entropy || std::isnan(b.entropy)));
                    REQUIRE((a.spectral == b.spectral || std::isnan(b.spectral)));
                    REQUIRE((a.frobenius == b.frobenius || std::isnan(b.frobenius)));
                }
                REQUIRE((one.scores.variance == many.scores.variance || std::isnan(many.scores.variance)));
                REQUIRE((one.logits.mean == many.logits.mean || std::isnan(many.logits.mean)));
                REQUIRE(one.gradients.k == many.gradients.k);
            }
        }
    }
}

TEST_CASE("passes given together are what each is alone") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = bigHead(draw, 150, 150);
    std::vector<Pass> passes;
    for (int p = 0; p < 6; ++p)
        passes.push_back(everyMap(head, draw.options(head), draw.chance(0.5) ? 40 : 0));
    const std::vector<Frame> together = evaluate(head, passes);
    REQUIRE(together.size() == passes.size());
    for (std::size_t p = 0; p < passes.size(); ++p) {
        const Frame alone = evaluate(head, passes[p]);
        CHECK(together[p].options == passes[p].options);
        CHECK(together[p].milliseconds > 0);
        for (std::size_t m = 0; m < alone.maps.size(); ++m) {
            const auto a = alone.maps[m].cells.array(), b = together[p].maps[m].cells.array();
            const float size = a.isFinite().select(a.abs(), 0.F).maxCoeff();
            CHECK((a - b).isFinite().select((a - b).abs(), 0.F).maxCoeff() <= 2e-5F * size);
        }
        CHECK(together[p].scores.count == alone.scores.count);
        CHECK(together[p].scores.mean == Approx(alone.scores.mean).margin(1e-6));
        CHECK(together[p].logits.variance == Approx(alone.logits.variance).margin(1e-6));
    }
}

TEST_CASE("streamMap gives a part of every map as it is in the whole one") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = bigHead(draw, 300, 260);
    LogitOptions options;
    options.scale = 0.3;
    options.masks = {{MaskKind::window, 100, 90}};
    const Frame frame = evaluate(head, everyMap(head, options, 0));
    for (int m = 0; m < 13; ++m) {
        CAPTURE(m);
        const MatrixF& whole = frame.maps[static_cast<std::size_t>(m)].cells;
        const Region part{7, whole.rows() - 11, 1, whole.cols() - 1};
        MatrixF got = MatrixF::Constant(part.rows(), part.cols(), -7);
        Index next = part.rowBegin;
        streamMap(head, options, static_cast<MapName>(m), 3, part, {}, [&](Index first, const MatrixF& rows) {
            REQUIRE(first == next);
            got.middleRows(first - part.rowBegin, rows.rows()) = rows;
            next += rows.rows();
        });
        CHECK(next == part.rowEnd);
        const MatrixF want = whole.block(part.rowBegin, part.colBegin, part.rows(), part.cols());
        CHECK((got.array() == want.array()).select(0.F, (got - want).cwiseAbs()).maxCoeff() <= 1e-5F);
    }
    const auto take = [](Index, const MatrixF&) { FAIL("nothing is to be taken"); };
    for (const Region& wrong : {Region{-1, 2, 0, 1}, Region{0, 2, 0, 261}, Region{3, 3, 0, 1}})
        CHECK_THROWS_AS(streamMap(head, options, MapName::weights, 3, wrong, {}, take), std::invalid_argument);
}

TEST_CASE("a stop that was asked for ends evaluate, backward and streamMap with Cancelled") {
    Draw draw(testSeed());
    const Head head = bigHead(draw, 200, 200);
    std::stop_source source;
    source.request_stop();
    Compute compute;
    compute.stop = source.get_token();
    CHECK_THROWS_AS(evaluate(head, Pass(), compute), Cancelled);
    CHECK_THROWS_AS(backward(head, {}, compute), Cancelled);
    const auto take = [](Index, const MatrixF&) {};
    for (const MapName map : {MapName::weights, MapName::rowJacobian, MapName::gradK, MapName::q})
        CHECK_THROWS_AS(streamMap(head, {}, map, 0, compute, take), Cancelled);
}

TEST_CASE("a stop in the middle of long work ends it") {
    Draw draw(testSeed());
    const Head head = bigHead(draw, 20'000, 20'000); // some seconds of work, left after a few blocks
    std::stop_source source;
    Compute compute;
    compute.stop = source.get_token();
    Index rows = 0;
    CHECK_THROWS_AS(streamMap(head, {}, MapName::weights, 0, compute,
                              [&](Index, const MatrixF& part) {
                                  rows += part.rows();
                                  source.request_stop();
                              }),
                    Cancelled);
    CHECK(rows > 0);
    CHECK(rows < 20'000);
}

TEST_CASE("an exception of the taker comes out of streamMap") {
    Draw draw(testSeed());
    const Head head = bigHead(draw, 50, 50);
    CHECK_THROWS_AS(
        streamMap(head, {}, MapName::weights, 0, {}, [](Index, const MatrixF&) { throw Error("The disk is full."); }),
        Error);
}

TEST_CASE("only the blocks that hold rows asked for are visited") {
    Draw draw(testSeed());
    const Head head = bigHead(draw, 1300, 700);
    const Index size = blockRows(head.nK()), blocks = (head.nQ() + size - 1) / size;
    REQUIRE(blocks > 4);
    const QueryKey operands(head, false);
    const FiniteMatrix v(head.v);
    const auto visited = [&](const Pass& pass) {
        Frame frame;
        frame.maps.resize(pass.maps.size());
        return stream(head, operands, &v, {{&pass, &frame}}, {});
    };
    for (const MapName map : {MapName::scores, MapName::weights, MapName::output}) {
        CAPTURE(map);
        Pass pass;
        pass.rows = false;
        Region region = wholeMap(map, head);
        const auto rowsOf = [&](Index begin, Index end) {
            region.rowBegin = begin;
            region.rowEnd = end;
            pass.maps = {{map, region}};
            return visited(pass);
        };
        CHECK(rowsOf(0, head.nQ()) == blocks);
        CHECK(rowsOf(0, 1) == 1);
        CHECK(rowsOf(size, 2 * size) == 1);
        CHECK(rowsOf(size - 1, size + 1) == 2);
        CHECK(rowsOf(head.nQ() - 1, head.nQ()) == 1);
        pass.selected = head.nQ() - 1;
        CHECK(rowsOf(0, 1) == 2);
        pass.rows = true;
        CHECK(rowsOf(0, 1) == blocks);
    }
    CHECK(visited([] {
              Pass nothing;
              nothing.rows = false;
              return nothing;
          }()) == 0);
}

TEST_CASE("an upstream gradient of another shape than the output is refused") {
    Draw draw(testSeed());
    const Head head = bigHead(draw, 20, 30);
    Pass pass;
    pass.gradients = true;
    for (const auto& [rows, cols] : {std::pair<Index, Index>{20, 9}, {19, 10}, {30, 10}, {0, 0}}) {
        const MatrixF upstream = MatrixF::Ones(rows, cols);
        Compute compute;
        compute.upstream = &upstream;
        CHECK_THROWS_AS(backward(head, {}, compute), std::invalid_argument);
        CHECK_THROWS_AS(evaluate(head, pass, compute), std::invalid_argument);
        CHECK_THROWS_AS(streamMap(head, {}, MapName::gradQ, 0, compute, [](Index, const MatrixF&) {}),
                        std::invalid_argument);
    }
}
