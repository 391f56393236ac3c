// The engine against the double reference, on fresh random heads and options.
#include "core/engine/evaluate.h"

#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

using namespace softscope;

namespace {

Pass everything(const Head& head, const LogitOptions& options) {
    Pass pass;
    pass.options = options;
    pass.spectral = true;
    pass.gradients = true;
    pass.selected = head.nQ() / 2;
    for (const MapName map : {MapName::scores, MapName::scaled, MapName::weights, MapName::jacobian,
                              MapName::jacobianDiagonal, MapName::rowJacobian, MapName::output, MapName::gradQ,
                              MapName::gradK, MapName::gradV, MapName::q, MapName::k, MapName::v})
        pass.maps.push_back({map, wholeMap(map, head)});
    return pass;
}

const MatrixF& cells(const Frame& frame, MapName map) {
    return frame.maps[static_cast<std::size_t>(map)].cells;
}

/// The largest Σ_j s_ij |v_jc|: what an output's rounding is relative to, as its terms may cancel.
double outputSize(const Head& head, const reference::Result& want) {
    return (want.weights * head.v.cast<double>().cwiseAbs()).maxCoeff();
}

void checkMaps(const Head& head, const Frame& frame, const reference::Result& want, const VectorD& slack) {
    checkClose("weights", cells(frame, MapName::weights), want.weights, 1e-5, slack);
    checkClose("jacobian", cells(frame, MapName::jacobian), want.jacobian, 1e-5, 2 * slack);
    checkClose("jacobian-diagonal", cells(frame, MapName::jacobianDiagonal), want.jacobianDiagonal, 1e-5, 2 * slack);
    checkClose("output", cells(frame, MapName::output), want.output, 0, VectorD::Zero(slack.size()),
               (1e-5 + slack.maxCoeff()) * outputSize(head, want) + 1e-30);
    for (Index i = 0; i < want.logits.rows(); ++i)
        for (Index j = 0; j < want.logits.cols(); ++j)
            if (!want.allowed(i, j)) {
                REQUIRE(cells(frame, MapName::scaled)(i, j) == -std::numeric_limits<float>::infinity());
                REQUIRE(cells(frame, MapName::weights)(i, j) == 0);
                REQUIRE(cells(frame, MapName::jacobian)(i, j) == 0);
            }
    checkClose("logits", cells(frame, MapName::scaled), want.logits, 1e-6, VectorD::Zero(slack.size()),
               slack.maxCoeff() + 1e-6);
}

void checkRows(const Frame& frame, const reference::Result& want, const VectorD& slack) {
    const Index n = want.entropy.size();
    VectorD entropy(n), maxWeight(n), participation(n), frobenius(n), spectral(n);
    for (Index i = 0; i < n; ++i) {
        const RowStatistics& row = frame.rows[static_cast<std::size_t>(i)];
        entropy[i] = row.entropy;
        maxWeight[i] = row.maxWeight;
        participation[i] = row.participation;
        frobenius[i] = row.frobenius;
        spectral[i] = row.spectral;
        CHECK(row.keys == want.allowed.row(i).count());
        CHECK((row.verdict() == Verdict::empty) == (row.keys == 0));
        CHECK((row.argmax < 0) == (row.keys == 0));
    }
    checkClose("entropy", entropy, want.entropy, 1e-5, 40 * slack, 1e-30);
    checkClose("max weight", maxWeight, want.maxWeight, 1e-5, slack);
    checkClose("participation", participation, want.participation, 1e-5, 2 * slack);
    checkClose("frobenius", frobenius, want.frobenius, 1e-5, 4 * slack);
    checkClose("spectral", spectral, want.spectral, 1e-5, 4 * slack);
}

void checkSelected(const Frame& frame, const reference::Result& want, const VectorD& slack) {
    REQUIRE(frame.selected);
    const RowDetail& row = *frame.selected;
    const auto i = row.row;
    CHECK(row.weights.transpose() == cells(frame, MapName::weights).row(i));
    CHECK(row.jacobian.transpose() == cells(frame, MapName::jacobian).row(i));
    CHECK(row.logits.transpose() == cells(frame, MapName::scaled).row(i));
    CHECK(row.scores.transpose() == cells(frame, MapName::scores).row(i));
    const MatrixD jacobian = reference::jacobianOf(want.weights.row(i).transpose(), want.sink[i]);
    checkClose("row-jacobian", cells(frame, MapName::rowJacobian), jacobian, 1e-5,
               VectorD::Constant(jacobian.rows(), 3 * slack[i]));
    CHECK(cells(frame, MapName::rowJacobian) == cells(frame, MapName::rowJacobian).transpose());
}

/// Relative to what an entry sums: it may be a small difference of large numbers.
template <typename Got>
void checkGradient(const std::string& what, const Got& got, const MatrixD& want, double size, double slack) {
    checkClose(what, got, want, 0, VectorD::Zero(want.rows()), (2e-5 + 8 * slack) * size + 1e-30);
}

void checkAgainstReference(const Head& head, const LogitOptions& options, const MatrixF* upstream) {
    Compute compute;
    compute.upstream = upstream;
    const Frame frame = evaluate(head, everything(head, options), compute);
    const reference::Result want = reference::evaluate(head, options, upstream);
    const VectorD slack = logitSlack(head, options);
    checkMaps(head, frame, want, slack);
    checkRows(frame, want, slack);
    checkSelected(frame, want, slack);
    checkGradient("grad-q", cells(frame, MapName::gradQ), want.gradQ, want.sizeQ, slack.maxCoeff());
    checkGradient("grad-k", cells(frame, MapName::gradK), want.gradK, want.sizeK, slack.maxCoeff());
    checkGradient("grad-v", cells(frame, MapName::gradV), want.gradV, want.sizeV, slack.maxCoeff());
    CHECK(cells(frame, MapName::q) == head.q);
    CHECK(cells(frame, MapName::k) == head.k);
    CHECK(cells(frame, MapName::v) == head.v);
    const VectorD norms = cells(frame, MapName::gradQ).cast<double>().rowwise().norm();
    CHECK((norms - frame.gradients.q).cwiseAbs().maxCoeff() <= 1e-12 * (1 + norms.maxCoeff()));
}

void checkMoments(const Moments& got, const MatrixD& values, const MatrixB& allowed, double slack) {
    std::vector<double> taken;
    for (Index i = 0; i < values.size(); ++i)
        if (allowed.data()[i])
            taken.push_back(values.data()[i]);
    REQUIRE(got.count == static_cast<Index>(taken.size()));
    if (taken.empty()) {
        CHECK(std::isnan(got.mean));
        return;
    }
    const Eigen::Map<const VectorD> all(taken.data(), static_cast<Index>(taken.size()));
    const double mean = all.mean(), variance = (all.array() - mean).square().mean();
    CHECK(got.mean == Approx(mean).margin(slack).epsilon(0));
    CHECK(got.variance == Approx(variance).margin(2 * slack * std::sqrt(variance) + slack * slack).epsilon(1e-6));
    CHECK(got.min == Approx(all.minCoeff()).margin(slack).epsilon(0));
    CHECK(got.max == Approx(all.maxCoeff()).margin(slack).epsilon(0));
}

} // namespace

TEST_CASE("the engine agrees with the reference on random heads and options") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 40; ++round) {
        CAPTURE(round);
        Draw draw(seed + round);
        Head head = draw.head();
        draw.addMasks(head);
        const LogitOptions options = draw.options(head);
        const MatrixF upstream = draw.gaussian(head.nQ(), head.dV());
        checkAgainstReference(head, options, draw.chance(0.7) ? &upstream : nullptr);
    }
}

TEST_CASE("a sink far ahead of all keys, far behind them, and in between") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const double sink : {-80.0, -3.0, 0.0, 20.0, 60.0, 85.0}) {
        CAPTURE(sink);
        Head head = draw.head(40);
        draw.addMasks(head);
        LogitOptions options;
        options.scale = 1 / std::sqrt(static_cast<double>(head.dK()));
        options.sink = sink;
        const MatrixF upstream = draw.gaussian(head.nQ(), head.dV());
        checkAgainstReference(head, options, &upstream);
    }
}

TEST_CASE("a sink takes the mass of a lone key and leaves a row without keys as it is") {
    Head head;
    head.q = MatrixF::Constant(2, 1, 1);
    head.k = head.v = MatrixF::Constant(1, 1, 2);
    head.mask = MatrixB(2, 1);
    *head.mask << true, false;
    LogitOptions options;
    options.sink = 2 + std::log(3.0); // three times the key's weight
    const Frame frame = evaluate(head, everything(head, options));
    CHECK(cells(frame, MapName::weights)(0, 0) == Approx(0.25).epsilon(1e-6));
    CHECK(cells(frame, MapName::output)(0, 0) == Approx(0.5).epsilon(1e-6));
    CHECK(frame.rows[0].keys == 1);
    CHECK(frame.rows[0].argmax == 0);
    CHECK(frame.rows[0].maxWeight == Approx(0.75).epsilon(1e-6));
    CHECK(frame.rows[0].entropy == Approx(-0.25 * std::log(0.25) - 0.75 * std::log(0.75)).epsilon(1e-6));
    CHECK(frame.rows[0].frobenius ==
          Approx(0.25 * 0.75).epsilon(1e-6)); // s (1 − s): with a sink a lone key has a slope
    CHECK(frame.rows[0].spectral == Approx(0.25 * 0.75).epsilon(1e-6));
    CHECK(cells(frame, MapName::weights)(1, 0) == 0);
    CHECK(frame.rows[1].keys == 0);
    CHECK(std::isnan(frame.rows[1].entropy));
    CHECK(frame.rows[1].verdict() == Verdict::empty);
}

TEST_CASE("log-length keeps one of a thousand keys sharp") {
    Head head;
    head.q = MatrixF::Constant(1, 1, 1);
    head.k = head.v = MatrixF::Constant(1000, 1, -2);
    head.k(17, 0) = 3;
    LogitOptions options;
    CHECK(evaluate(head, everything(head, options)).rows[0].maxWeight == Approx(0.12935).epsilon(1e-4));
    options.scale = 0.43;
    options.logLength = true;
    CHECK(evaluate(head, everything(head, options)).rows[0].maxWeight == Approx(0.99965).epsilon(1e-5));
    options.masks = {Mask{MaskKind::causal, 0, 0}}; // a single key: ln 1 = 0
    CHECK(evaluate(head, everything(head, options)).rows[0].maxWeight == 1);
}

TEST_CASE("sizes at the edge: one key, one query, one dimension") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const auto& [nQ, nK, dK, dV] : {std::array<Index, 4>{1, 1, 1, 1},
                                         {1, 7, 1, 1},
                                         {7, 1, 3, 1},
                                         {3, 10, 1, 2},
                                         {10, 3, 5, 1},
                                         {65, 64, 2, 3},
                                         {64, 129, 16, 17}}) {
        CAPTURE(nQ, nK, dK, dV);
        Head head;
        head.q = draw.gaussian(nQ, dK);
        head.k = draw.gaussian(nK, dK);
        head.v = draw.gaussian(nK, dV);
        const MatrixF upstream = draw.gaussian(nQ, dV);
        for (const double scale : {1.0, 0.2}) {
            LogitOptions options;
            options.scale = scale;
            checkAgainstReference(head, options, &upstream);
        }
    }
}

TEST_CASE("moments of scores and logits leave masked cells out") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 20; ++round) {
        CAPTURE(round);
        Draw draw(seed + 1000 + round);
        Head head = draw.head();
        draw.addMasks(head);
        Pass pass;
        pass.options = draw.options(head);
        const Frame frame = evaluate(head, pass);
        const reference::Result want = reference::evaluate(head, pass.options);
        const double slack = logitSlack(head, pass.options).maxCoeff() + 1e-6;
        checkMoments(frame.scores, want.scores, want.allowed, slack / std::abs(pass.options.scale));
        checkMoments(frame.logits, want.logits, want.allowed, slack);
        if (head.nQ() != head.nK()) {
            CHECK(std::isnan(frame.selfWeight));
            continue;
        }
        double sum = 0, count = 0;
        for (Index i = 0; i < head.nQ(); ++i) {
            sum += want.weights(i, i);
            count += want.allowed.row(i).any() ? 1 : 0;
        }
        if (count > 0)
            CHECK(frame.selfWeight == Approx(sum / count).epsilon(1e-5 + slack));
    }
}
