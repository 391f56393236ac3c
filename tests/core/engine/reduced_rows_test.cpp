// Blocks of which only sums and maxima are kept, whose keys come in pieces: against the double reference, and against
// the way of whole rows, which is taken as soon as one pass of a call needs every cell.
#include "core/engine/evaluate.h"
#include "core/engine/running_softmax.h"
#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

#include <algorithm>

using namespace softscope;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr MapName streamed[] = {MapName::scaled, MapName::weights, MapName::jacobian, MapName::jacobianDiagonal};

Head gaussianHead(Draw& draw, Index nQ, Index nK, Index dK) {
    Head head;
    head.q = draw.gaussian(nQ, dK);
    head.k = draw.gaussian(nK, dK);
    head.v = draw.gaussian(nK, 3);
    return head;
}

Pass pooled(const LogitOptions& options, const Region& region, Index most) {
    Pass pass;
    pass.options = options;
    for (const MapName map : streamed)
        pass.maps.push_back({map, region, most, most});
    return pass;
}

/// The same by way of whole rows: an output makes the engine keep them.
Frame byWholeRows(const Head& head, const Pass& pass) {
    Pass other;
    other.options = pass.options;
    other.rows = false;
    other.maps = {{MapName::output, wholeMap(MapName::output, head)}};
    const Pass both[] = {pass, other};
    return std::move(evaluate(head, both).front());
}

/// |a − b| ≤ relative · |b| + floor, and NaN and infinities alike.
bool close(double a, double b, double relative, double floor) {
    if (!std::isfinite(b) || !std::isfinite(a))
        return a == b || (std::isnan(a) && std::isnan(b));
    return std::abs(a - b) <= relative * std::abs(b) + floor;
}

void checkMoments(const Moments& got, const Moments& want) {
    CHECK(got.count == want.count);
    const double spread = std::sqrt(std::max(want.variance, 0.0));
    CHECK(close(got.mean, want.mean, 1e-6, 1e-6 * spread));
    CHECK(close(got.variance, want.variance, 2e-6, 1e-12));
    CHECK(close(got.min, want.min, 0, 0));
    CHECK(close(got.max, want.max, 0, 0));
}

/// Whether the scores of two keys differ by no more than rounding.
bool tied(const Head& head, Index i, Index a, Index b) {
    const VectorD q = head.q.row(i).cast<double>(), kA = head.k.row(a).cast<double>(),
                  kB = head.k.row(b).cast<double>();
    return std::abs(q.dot(kA) / kA.norm() - q.dot(kB) / kB.norm()) <= 1e-6 * q.norm() ||
           std::abs(q.dot(kA) - q.dot(kB)) <= 1e-6 * q.norm() * std::max(kA.norm(), kB.norm());
}

void checkFrames(const Head& head, const Frame& got, const Frame& want, double relative) {
    for (std::size_t m = 0; m < want.maps.size(); ++m) {
        INFO("map " << m);
        const MatrixF &a = got.maps[m].cells, &b = want.maps[m].cells;
        REQUIRE(a.rows() == b.rows());
        REQUIRE(a.cols() == b.cols());
        Index wrong = 0;
        for (Index i = 0; i < a.size(); ++i)
            wrong += !close(static_cast<double>(a.data()[i]), static_cast<double>(b.data()[i]),
                            got.maps[m].name == MapName::scaled ? 0 : relative, 1e-37);
        CHECK(wrong == 0);
    }
    REQUIRE(got.rows.size() == want.rows.size());
    for (std::size_t i = 0; i < want.rows.size(); ++i) {
        CAPTURE(i);
        const RowStatistics &a = got.rows[i], &b = want.rows[i];
        CHECK(a.keys == b.keys);
        if (a.argmax != b.argmax) {
            REQUIRE((a.argmax >= 0 && b.argmax >= 0));
            CHECK(tied(head, static_cast<Index>(i), a.argmax, b.argmax));
        }
        CHECK(close(a.entropy, b.entropy, 10 * relative, 1e-30));
        CHECK(close(a.maxWeight, b.maxWeight, relative, 0));
        CHECK(close(a.participation, b.participation, 2 * relative, 0));
        CHECK(close(a.frobenius, b.frobenius, 2 * relative, 1e-37));
    }
    checkMoments(got.scores, want.scores);
    checkMoments(got.logits, want.logits);
    CHECK(close(got.selfWeight, want.selfWeight, relative, 1e-37));
}

/// A rounding of the logits moves weights by as much.
double tolerance(const Frame& frame) {
    const double largest = std::max(std::abs(frame.logits.min), std::abs(frame.logits.max));
    return 3e-6 + (std::isfinite(largest) ? 1.5e-7 * largest : 0);
}

LogitOptions randomBands(Draw& draw, Index nQ, Index nK) {
    LogitOptions options;
    options.scale = std::exp(draw.real(-4, 2));
    options.qkNorm = draw.chance(0.2);
    if (draw.chance(0.3))
        options.masks.push_back({draw.chance(0.5) ? MaskKind::causal : MaskKind::causalEnd});
    if (draw.chance(0.3))
        options.masks.push_back({MaskKind::window, draw.integer(0, nK), draw.integer(0, nQ)});
    return options;
}

Region randomRegion(Draw& draw, Index nQ, Index nK) {
    if (draw.chance(0.4))
        return {0, nQ, 0, nK};
    const Index row = draw.integer(0, nQ - 1), col = draw.integer(0, nK - 1);
    return {row, draw.integer(row + 1, nQ), col, draw.integer(col + 1, nK)};
}

} // namespace

TEST_CASE("rows in pieces agree with whole rows on random heads, bands and regions") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 40; ++round) {
        const bool several = round % 4 == 0; // pieces of keys
        const Index nQ = draw.integer(1, 70), nK = several ? draw.integer(4000, 13'000) : draw.integer(2, 900);
        const Head head = gaussianHead(draw, nQ, nK, draw.integer(1, 20));
        const LogitOptions options = randomBands(draw, nQ, nK);
        const Region region = randomRegion(draw, nQ, nK);
        const Pass pass = pooled(options, region, std::max<Index>(region.cols() / draw.integer(2, 40), 1));
        CAPTURE(round, nQ, nK, head.dK(), options.scale, options.masks.size(), region.rowBegin, region.rowEnd,
                region.colBegin, region.colEnd, pass.maps[0].maxCols);
        const Frame want = byWholeRows(head, pass);
        checkFrames(head, evaluate(head, pass), want, tolerance(want));
    }
}

TEST_CASE("rows in pieces agree with the double reference, saturated ones included") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const double scale : {0.02, 0.3, 1.0, 6.0}) {
        const Head head = gaussianHead(draw, 30, 300, 16);
        LogitOptions options;
        options.scale = scale;
        const Region whole = wholeMap(MapName::weights, head);
        const Frame frame = evaluate(head, pooled(options, whole, 100));
        const reference::Result want = reference::evaluate(head, options);
        const VectorD slack = logitSlack(head, options);
        for (std::size_t m = 0; m < frame.maps.size(); ++m) {
            const MatrixD& all = m == 0   ? want.logits
                                 : m == 1 ? want.weights
                                 : m == 2 ? want.jacobian
                                          : want.jacobianDiagonal;
            MatrixD maxima(30, 100);
            for (Index i = 0; i < 30; ++i)
                for (Index c = 0; c < 100; ++c)
                    maxima(i, c) = all.row(i).segment(c * 3, 3).maxCoeff();
            CAPTURE(scale, m);
            if (m == 0)
                checkClose("logits", frame.maps[m].cells, maxima, 1e-6, VectorD::Zero(30), slack.maxCoeff() + 1e-6);
            else
                checkClose("map", frame.maps[m].cells, maxima, 1e-5, 2 * slack);
        }
        VectorD entropy(30), frobenius(30);
        for (Index i = 0; i < 30; ++i) {
            entropy[i] = frame.rows[static_cast<std::size_t>(i)].entropy;
            frobenius[i] = frame.rows[static_cast<std::size_t>(i)].frobenius;
        }
        checkClose("entropy", entropy, want.entropy, 1e-5, 40 * slack, 1e-30);
        checkClose("frobenius", frobenius, want.frobenius, 1e-5, 4 * slack);
    }
}

TEST_CASE("rows in pieces: numbers that are not finite change no row but their own") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 12; ++round) {
        const Index nK = round % 2 == 0 ? 9000 : 200;
        Head head = gaussianHead(draw, 60, nK, 4);
        LogitOptions options;
        if (round % 3 == 0)
            options.masks = {{MaskKind::causalEnd}};
        const float bad[] = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity, 1e38F};
        head.q(draw.integer(0, 59), draw.integer(0, 3)) = bad[round % 4];
        if (round > 5)
            head.k(nK - 1 - draw.integer(0, 30), draw.integer(0, 3)) = bad[(round + 1) % 4];
        CAPTURE(round, nK);
        const Pass pass = pooled(options, wholeMap(MapName::weights, head), 64);
        checkFrames(head, evaluate(head, pass), byWholeRows(head, pass), 5e-6);
    }
}

TEST_CASE("rows in pieces: two scales at once, any number of threads, and the selected row in full") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = gaussianHead(draw, 130, 5000, 16);
    Pass scaled = pooled({}, wholeMap(MapName::weights, head), 100), unscaled = scaled;
    scaled.options.scale = 0.25;
    scaled.selected = 60;
    unscaled.maps.clear();
    const Pass both[] = {scaled, unscaled};
    Compute one, three;
    one.threads = 1;
    three.threads = 3;
    const std::vector<Frame> frames = evaluate(head, both, one), again = evaluate(head, both, three);
    for (std::size_t f = 0; f < 2; ++f) {
        checkFrames(head, frames[f], byWholeRows(head, both[f]), tolerance(frames[f]));
        for (std::size_t m = 0; m < frames[f].maps.size(); ++m)
            CHECK(frames[f].maps[m].cells == again[f].maps[m].cells);
        for (std::size_t i = 0; i < frames[f].rows.size(); ++i)
            CHECK(frames[f].rows[i].entropy == again[f].rows[i].entropy);
        CHECK(frames[f].scores.variance == again[f].scores.variance);
    }
    REQUIRE(frames[0].selected);
    CHECK(frames[0].selected->weights.cast<double>().sum() == Approx(1).epsilon(1e-5));
}

TEST_CASE("the softmax of pieces is that of the row, whatever the pieces") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 200; ++round) {
        const Index n = draw.integer(1, 1500);
        MatrixF scores = draw.gaussian(1, n, std::exp(draw.real(-3, 4)));
        if (draw.chance(0.2))
            scores(0, draw.integer(0, n - 1)) += 1000; // far ahead
        if (draw.chance(0.2))
            scores.setConstant(scores(0, 0)); // all alike
        CAPTURE(round, n);
        RunningSoftmax running(1);
        for (Index begin = 0; begin < n;) {
            const Index count = std::min(draw.integer(1, 700), n - begin);
            float* const piece = scores.data() + begin;
            const Index winner = std::max_element(piece, piece + count) - piece;
            float second = -infinity;
            for (Index j = 0; j < count; ++j)
                second = j == winner ? second : std::max(second, piece[j]);
            running.add(piece, count, winner, second);
            begin += count;
        }
        MatrixF z = scores;
        const RowSoftmax want = softmaxRow(z.data(), n, nullptr), got = running.finished(want.winner);
        const double slack = 3e-6 + 1.5e-7 * static_cast<double>(scores.cwiseAbs().maxCoeff());
        CHECK(got.keys == want.keys);
        CHECK(got.total == Approx(want.total).epsilon(slack));
        CHECK(got.statistics().entropy == Approx(want.statistics().entropy).epsilon(10 * slack).margin(1e-30));
        CHECK(got.statistics().frobenius == Approx(want.statistics().frobenius).epsilon(3 * slack).margin(1e-37));
        VectorF powers(n);
        powersRow(scores.data(), n, running.factor(), running.powerShift(), powers.data());
        double sum = 0;
        for (Index j = 0; j < n; ++j)
            sum += j == want.winner ? 0 : static_cast<double>(powers[j]) * got.unit;
        CHECK(sum == Approx(got.others / got.total).epsilon(slack).margin(1e-37));
    }
}

TEST_CASE("the scan of scores finds their moments and range, far from zero and with outliers too") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const float offset : {0.F, 400.F, -3e5F})
        for (const Index n : {1, 2, 31, 32, 33, 511, 512, 513, 4096, 5000})
            for (const float outlier : {0.F, 1e6F}) {
                CAPTURE(offset, n, outlier);
                MatrixF x = draw.gaussian(1, n);
                x.array() += offset;
                x(0, draw.integer(0, n - 1)) += outlier;
                const ScoreScan scan = scanScores(x.data(), n);
                CHECK(scan.plain);
                CHECK(scan.low == x.minCoeff());
                CHECK(scan.high == x.maxCoeff());
                checkMoments(scan.moments, momentsOf(x.data(), n));
                x(0, draw.integer(0, n - 1)) = draw.chance(0.5) ? infinity : std::numeric_limits<float>::quiet_NaN();
                CHECK_FALSE(scanScores(x.data(), n).plain);
            }
}
