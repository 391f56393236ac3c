// The product over packed keys against sums in double, at every edge of its tiles.
#include "core/base/error.h"
#include "core/engine/packed_keys.h"
#include "tests/catch.h"
#include "tests/support/random_head.h"

using namespace softscope;

namespace {

/// A block of the product in the middle of a wider array whose other cells must stay as they are.
MatrixF product(const PackedKeys& keys, const MatrixF& q, Index row, Index rows, Index col, Index cols) {
    constexpr float untouched = -12345;
    VectorF room;
    MatrixF wide = MatrixF::Constant(rows + 1, cols + 3, untouched);
    keys.product(q, row, rows, col, cols, wide.data() + 1, cols + 3, room);
    MatrixF others = wide;
    others.block(0, 1, rows, cols).setConstant(untouched);
    CHECK((others.array() == untouched).all());
    return wide.block(0, 1, rows, cols);
}

/// Each error is at most 4e-7 Σ |q| |k|.
void checkProduct(const MatrixF& got, const MatrixF& q, const MatrixF& k, Index row, Index col) {
    const MatrixD wideQ = q.middleRows(row, got.rows()).cast<double>(),
                  wideK = k.middleRows(col, got.cols()).cast<double>();
    const MatrixD want = wideQ * wideK.transpose();
    const MatrixD size = wideQ.cwiseAbs() * wideK.cwiseAbs().transpose();
    const MatrixD error = (got.cast<double>() - want).cwiseAbs();
    CHECK((error.array() <= 4e-7 * size.array() + 1e-40).all());
}

} // namespace

TEST_CASE("the product over packed keys agrees with sums in double for random shapes and blocks") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 150; ++round) {
        const Index nQ = draw.integer(1, 60), nK = draw.integer(1, 140);
        const Index dK = round % 10 == 0 ? draw.integer(250, 1030) : draw.integer(1, 40);
        const MatrixF q = draw.gaussian(nQ, dK), k = draw.gaussian(nK, dK);
        const Index row = draw.integer(0, nQ - 1), rows = draw.integer(1, nQ - row);
        const Index col = draw.integer(0, nK - 1), cols = draw.integer(1, nK - col);
        CAPTURE(round, nQ, nK, dK, row, rows, col, cols);
        const PackedKeys keys(k, 1);
        const MatrixF got = product(keys, q, row, rows, col, cols);
        checkProduct(got, q, k, row, col);
        // A number is the same whatever block it was part of, and whoever packed.
        const MatrixF whole = product(PackedKeys(k, 3), q, 0, nQ, 0, nK);
        CHECK(whole.block(row, col, rows, cols) == got);
    }
}

TEST_CASE("every number of keys and of queries up to three tiles") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (Index n = 1; n <= 100; ++n) {
        const Index rows = (n - 1) % 37 + 1;
        CAPTURE(n, rows);
        const MatrixF q = draw.gaussian(rows, 5), k = draw.gaussian(n, 5);
        checkProduct(product(PackedKeys(k), q, 0, rows, 0, n), q, k, 0, 0);
    }
}

TEST_CASE("a key or query that is not finite changes no other's product") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    MatrixF q = draw.gaussian(30, 7), k = draw.gaussian(75, 7);
    const MatrixF before = product(PackedKeys(k), q, 0, 30, 0, 75);
    const Index badKey = draw.integer(0, 74), badQuery = draw.integer(0, 29);
    k(badKey, 3) = std::numeric_limits<float>::quiet_NaN();
    q(badQuery, 0) = infinity;
    const MatrixF after = product(PackedKeys(k), q, 0, 30, 0, 75);
    for (Index i = 0; i < 30; ++i)
        for (Index j = 0; j < 75; ++j) {
            if (j == badKey)
                CHECK(std::isnan(after(i, j)));
            else if (i == badQuery)
                CHECK(std::abs(after(i, j)) == infinity);
            else
                CHECK(after(i, j) == before(i, j));
        }
}

TEST_CASE("packing stops when it is told to") {
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(PackedKeys(MatrixF::Ones(5, 3), 1, stop.get_token()), Cancelled);
}
