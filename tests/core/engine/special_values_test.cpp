// NaN, infinities, empty rows and scores of any size.
#include "core/engine/evaluate.h"

#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

using namespace softscope;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

const std::vector<MapName> streamedMaps{MapName::scaled, MapName::weights, MapName::jacobian, MapName::jacobianDiagonal,
                                        MapName::output, MapName::gradQ,   MapName::gradK,    MapName::gradV};

Frame framed(const Head& head, const LogitOptions& options, Index maxCells = 0) {
    Pass pass;
    pass.options = options;
    pass.spectral = true;
    pass.gradients = true;
    for (const MapName map : streamedMaps)
        pass.maps.push_back({map, wholeMap(map, head), maxCells, maxCells});
    return evaluate(head, pass);
}

Head gaussianHead(Draw& draw, Index n, Index dK = 8, Index dV = 5) {
    Head head;
    head.q = draw.gaussian(n, dK);
    head.k = draw.gaussian(n, dK);
    head.v = draw.gaussian(n, dV);
    return head;
}

bool sameFrames(const Frame& a, const Frame& b) {
    for (std::size_t m = 0; m < a.maps.size(); ++m)
        if (a.maps[m].cells != b.maps[m].cells)
            return false;
    for (std::size_t i = 0; i < a.rows.size(); ++i)
        if (a.rows[i].keys != b.rows[i].keys || a.rows[i].argmax != b.rows[i].argmax ||
            !(a.rows[i].entropy == b.rows[i].entropy || std::isnan(b.rows[i].entropy)))
            return false;
    return a.gradients.q == b.gradients.q && a.gradients.k == b.gradients.k && a.gradients.v == b.gradients.v;
}

} // namespace

TEST_CASE("a NaN or infinity in a masked key or value changes nothing") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const bool qkNorm : {false, true})
        for (const int how : {0, 1, 2}) {
            CAPTURE(qkNorm, how);
            Head head = gaussianHead(draw, 90);
            LogitOptions options;
            options.qkNorm = qkNorm;
            const Index bad = 61;
            if (how == 0) {
                head.mask = MatrixB::Constant(90, 90, true);
                head.mask->col(bad).setConstant(false);
            } else if (how == 1) {
                head.bias = draw.gaussian(90, 90);
                head.bias->col(bad).setConstant(-infinity);
            } else {
                options.masks = {{MaskKind::window, 30, -20}}; // j ≤ i − 20: the last keys are nobody's
            }
            const Index from = how == 2 ? 75 : bad, to = how == 2 ? 90 : bad + 1;
            for (Index j = from; j < to; ++j) {
                head.k.row(j).setZero();
                head.v.row(j).setZero();
            }
            const Frame clean = framed(head, options);
            for (Index j = from; j < to; ++j) {
                head.k.row(j).setConstant(j % 2 == 0 ? notANumber : infinity);
                head.k(j, 0) = notANumber;
                head.v.row(j).setConstant(j % 3 == 0 ? infinity : notANumber);
            }
            const Frame dirty = framed(head, options);
            CHECK(sameFrames(clean, dirty));
            CHECK(dirty.gradients.k.segment(from, to - from).isZero(0));
            CHECK(dirty.gradients.v.segment(from, to - from).isZero(0));
            CHECK(dirty.gradients.q.allFinite());
        }
}

TEST_CASE("a NaN in a query or in a key that is attended to shows in its rows and in no other") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    Head head = gaussianHead(draw, 70);
    LogitOptions options;
    options.masks = {{MaskKind::causal}};
    const Frame clean = framed(head, options);
    head.k(40, 3) = notANumber; // rows 40 … 69 see it
    head.q(7, 1) = notANumber;
    const Frame frame = framed(head, options);
    for (Index i = 0; i < 70; ++i) {
        CAPTURE(i);
        const RowStatistics& row = frame.rows[static_cast<std::size_t>(i)];
        if (i != 7 && i < 40) {
            CHECK(frame.maps[1].cells.row(i) == clean.maps[1].cells.row(i));
            CHECK(frame.maps[4].cells.row(i) == clean.maps[4].cells.row(i));
            CHECK(frame.maps[5].cells.row(i) == clean.maps[5].cells.row(i));
            continue;
        }
        CHECK(row.keys == i + 1);
        CHECK(row.argmax == -1);
        CHECK(std::isnan(row.entropy));
        CHECK(std::isnan(row.frobenius));
        CHECK(std::isnan(row.spectral));
        for (std::size_t m = 1; m < 4; ++m) {
            CHECK(frame.maps[m].cells.row(i).head(i + 1).array().isNaN().all());
            CHECK(frame.maps[m].cells.row(i).tail(69 - i).isZero(0));
        }
        CHECK(frame.maps[4].cells.row(i).array().isNaN().all());
        CHECK(frame.maps[5].cells.row(i).array().isNaN().all());
    }
    CHECK(std::isnan(frame.scores.mean));
    CHECK(frame.scores.count == 70 * 71 / 2);
    // Keys up to 69 are seen by a row that is NaN, so their gradients are too.
    CHECK(frame.maps[6].cells.array().isNaN().all());

    const Frame pooled = framed(head, options, 10); // 7 × 7 cells
    CHECK(pooled.maps[1].cells.row(2).array().isFinite().all());
    CHECK(std::isnan(pooled.maps[1].cells(1, 0)));
    CHECK(std::isnan(pooled.maps[1].cells(7, 3)));
}

TEST_CASE("a NaN in a value shows in the output of the rows that see it and leaves the weights alone") {
    Draw draw(testSeed());
    CAPTURE(testSeed());
    Head head = gaussianHead(draw, 40);
    LogitOptions options;
    options.masks = {{MaskKind::causal}};
    const Frame clean = framed(head, options);
    head.v(25, 2) = notANumber;
    const Frame frame = framed(head, options);
    CHECK(frame.maps[1].cells == clean.maps[1].cells);
    CHECK(frame.maps[4].cells.topRows(25) == clean.maps[4].cells.topRows(25));
    CHECK(frame.maps[4].cells.col(2).tail(15).array().isNaN().all());
    CHECK(frame.maps[4].cells.col(1).allFinite());
    CHECK(frame.maps[5].cells.topRows(25).allFinite());
    CHECK(frame.maps[5].cells.bottomRows(15).array().isNaN().all());
}

TEST_CASE("a NaN in the upstream gradient reaches what depends on it") {
    Draw draw(testSeed());
    CAPTURE(testSeed());
    const Head head = gaussianHead(draw, 30);
    LogitOptions options;
    options.masks = {{MaskKind::causal}};
    MatrixF upstream = draw.gaussian(30, 5);
    upstream(10, 1) = notANumber;
    Compute compute;
    compute.upstream = &upstream;
    const Gradients gradients = backward(head, options, compute);
    CHECK(gradients.q.row(10).array().isNaN().all());
    CHECK(gradients.q.topRows(10).allFinite());
    CHECK(gradients.k.topRows(11).array().isNaN().all());
    CHECK(gradients.k.bottomRows(19).allFinite());
    CHECK(gradients.v.col(1).head(11).array().isNaN().all());
    CHECK(gradients.v.col(0).allFinite());
    CHECK(gradients.v.bottomRows(19).allFinite());
}

TEST_CASE("a row without keys has zero weights, zero output and no statistics") {
    Draw draw(testSeed());
    CAPTURE(testSeed());
    Head head;
    head.q = draw.gaussian(9, 4);
    head.k = draw.gaussian(5, 4);
    head.v = draw.gaussian(5, 3);
    LogitOptions options;
    options.masks = {{MaskKind::causalEnd}}; // rows 0 … 3 see nothing
    const Frame frame = framed(head, options);
    for (Index i = 0; i < 4; ++i) {
        const RowStatistics& row = frame.rows[static_cast<std::size_t>(i)];
        CHECK(row.verdict() == Verdict::empty);
        CHECK(row.keys == 0);
        CHECK(row.argmax == -1);
        for (const double value : {row.entropy, row.maxWeight, row.participation, row.frobenius, row.spectral})
            CHECK(std::isnan(value));
        CHECK((frame.maps[0].cells.row(i).array() == -infinity).all());
        for (const std::size_t m : {1, 2, 3, 4, 5})
            CHECK(frame.maps[m].cells.row(i).isZero(0));
    }
    CHECK(frame.rows[4].keys == 1);
    CHECK(frame.rows[4].entropy == 0);
    CHECK(frame.logits.count == 1 + 2 + 3 + 4 + 5);
}

TEST_CASE("a head whose masks leave nothing at all") {
    Draw draw(testSeed());
    Head head = gaussianHead(draw, 6);
    head.mask = MatrixB::Constant(6, 6, false);
    const Frame frame = framed(head, {});
    CHECK(frame.scores.count == 0);
    CHECK(std::isnan(frame.scores.mean));
    CHECK(std::isnan(frame.selfWeight));
    CHECK(frame.gradients.q.isZero(0));
    CHECK(frame.gradients.v.isZero(0));
}

TEST_CASE("scores of any size give finite weights") {
    for (const float size : {1e5F, -110208.F, 1e30F, -200.F, 1e-40F}) {
        CAPTURE(size);
        Head head;
        head.q = MatrixF::Constant(1, 1, 1.F);
        head.k = MatrixF::Constant(3, 1, size);
        head.k(1, 0) = size * 0.5F;
        head.v = MatrixF::Ones(3, 1);
        const Frame frame = framed(head, {});
        CHECK(frame.maps[1].cells.allFinite());
        CHECK(frame.maps[1].cells.sum() == Approx(1).epsilon(1e-6));
        CHECK(frame.maps[4].cells(0, 0) == Approx(1).epsilon(1e-6));
        CHECK(std::isfinite(frame.rows[0].entropy));
        CHECK(std::isfinite(frame.rows[0].spectral));
        CHECK(std::isfinite(frame.rows[0].frobenius));
    }
}

TEST_CASE("an infinite logit: −inf takes no weight, as if masked, +inf has no softmax") {
    Head head;
    head.q = MatrixF::Ones(1, 1);
    head.k.resize(3, 1);
    head.k << 1, -infinity, 2;
    head.v = MatrixF::Ones(3, 1);
    Frame frame = framed(head, {});
    CHECK(frame.rows[0].keys == 2);
    CHECK(frame.maps[1].cells(0, 1) == 0);
    CHECK(frame.maps[1].cells(0, 2) == Approx(1 / (1 + std::exp(-1.0))).epsilon(1e-6));
    head.k(1, 0) = infinity;
    frame = framed(head, {});
    CHECK(frame.maps[1].cells.array().isNaN().all());
    CHECK(std::isnan(frame.rows[0].entropy));
    head.k.setConstant(-infinity);
    frame = framed(head, {});
    CHECK(frame.rows[0].verdict() == Verdict::empty);
    CHECK(frame.maps[1].cells.isZero(0));
}

TEST_CASE("a zero query or key with QK-norm stays zero, and so does its gradient") {
    Draw draw(testSeed());
    Head head = gaussianHead(draw, 6);
    head.q.row(2).setZero();
    head.k.row(4).setZero();
    LogitOptions options;
    options.qkNorm = true;
    options.scale = 5;
    const Frame frame = framed(head, options);
    CHECK((frame.maps[0].cells.row(2).array() == 0).all());
    CHECK((frame.maps[0].cells.col(4).array() == 0).all());
    CHECK(frame.gradients.q[2] == 0);
    CHECK(frame.gradients.k[4] == 0);
    CHECK(frame.gradients.q.allFinite());
}
