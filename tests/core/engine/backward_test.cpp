// Gradients against finite differences, of the double reference and of the engine itself, and through projections.
#include "core/engine/evaluate.h"

#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

using namespace softscope;

namespace {

Head smallHead(Draw& draw) {
    Head head;
    const Index nQ = draw.integer(1, 7), nK = draw.integer(1, 7), dK = draw.integer(1, 6), dV = draw.integer(1, 4);
    head.q = draw.gaussian(nQ, dK);
    head.k = draw.gaussian(nK, dK);
    head.v = draw.gaussian(nK, dV);
    draw.addMasks(head);
    return head;
}

/// ∂loss/∂matrix by central differences with steps in double.
template <typename Loss>
MatrixD differences(MatrixD& matrix, const Loss& loss) {
    constexpr double step = 1e-5;
    MatrixD result(matrix.rows(), matrix.cols());
    for (Index i = 0; i < matrix.size(); ++i) {
        const double kept = matrix.data()[i];
        matrix.data()[i] = kept + step;
        const double high = loss();
        matrix.data()[i] = kept - step;
        const double low = loss();
        matrix.data()[i] = kept;
        result.data()[i] = (high - low) / (2 * step);
    }
    return result;
}

void checkGradient(const std::string& what, const MatrixF& got, const MatrixD& want, double tolerance) {
    checkClose(what, got, want, 0, VectorD::Zero(want.rows()), tolerance);
}

/// Each row within a share of its own size: a row that is saturated, and so has a small gradient, counts as much as
/// any.
void checkRows(const std::string& what, const MatrixF& got, const MatrixD& want, double tolerance) {
    REQUIRE(got.rows() == want.rows());
    REQUIRE(got.cols() == want.cols());
    for (Index i = 0; i < want.rows(); ++i) {
        const double error = (got.row(i).cast<double>() - want.row(i)).norm(), size = want.row(i).norm();
        INFO(what << ", row " << i << ": off by " << error << " of " << size);
        CHECK(error <= tolerance * size + 1e-36);
    }
}

} // namespace

TEST_CASE("gradients are the finite differences of the loss") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 40; ++round) {
        CAPTURE(round);
        Draw draw(seed + 500 + round);
        const Head head = smallHead(draw);
        const LogitOptions options = draw.options(head);
        const MatrixF upstream = draw.gaussian(head.nQ(), head.dV());
        Compute compute;
        compute.upstream = &upstream;
        const Gradients got = backward(head, options, compute);
        MatrixD q = head.q.cast<double>(), k = head.k.cast<double>(), v = head.v.cast<double>();
        const auto loss = [&] { return reference::evaluate(q, k, v, head, options, &upstream).loss; };
        const MatrixD wantQ = differences(q, loss), wantK = differences(k, loss), wantV = differences(v, loss);
        // A difference's own error is about step² · third derivative: bigger for a steep softmax.
        const auto tolerance = [](const MatrixD& want) { return 1e-4 * (1 + want.cwiseAbs().maxCoeff()); };
        checkGradient("q", got.q, wantQ, tolerance(wantQ));
        checkGradient("k", got.k, wantK, tolerance(wantK));
        checkGradient("v", got.v, wantV, tolerance(wantV));
    }
}

TEST_CASE("gradients are the finite differences of the engine's own output") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed + 7);
    Head head = smallHead(draw);
    LogitOptions options;
    options.scale = 0.5;
    const MatrixF upstream = draw.gaussian(head.nQ(), head.dV());
    Compute compute;
    compute.upstream = &upstream;
    const Gradients gradients = backward(head, options, compute);
    Pass pass;
    pass.options = options;
    pass.maps = {{MapName::output, wholeMap(MapName::output, head)}};
    const auto loss = [&] {
        return evaluate(head, pass).maps.front().cells.cast<double>().cwiseProduct(upstream.cast<double>()).sum();
    };
    constexpr float step = 1.F / 64; // float32 outputs: the step that balances rounding and curvature
    for (MatrixF* const matrix : {&head.q, &head.k, &head.v}) {
        const MatrixF& gradient = matrix == &head.q ? gradients.q : matrix == &head.k ? gradients.k : gradients.v;
        for (Index i = 0; i < matrix->size(); ++i) {
            const float kept = matrix->data()[i];
            matrix->data()[i] = kept + step;
            const double high = loss();
            matrix->data()[i] = kept - step;
            const double low = loss();
            matrix->data()[i] = kept;
            const double want = (high - low) / (2 * static_cast<double>(step));
            CHECK(static_cast<double>(gradient.data()[i]) == Approx(want).margin(4e-3).epsilon(4e-3));
        }
    }
}

TEST_CASE("gradients through projections") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 10; ++round) {
        CAPTURE(round);
        Draw draw(seed + 900 + round);
        const Head head = draw.projectedHead();
        const LogitOptions options = draw.options(head);
        const MatrixF upstream = draw.gaussian(head.nQ(), head.dV());
        Compute compute;
        compute.upstream = &upstream;
        const Gradients got = backward(head, options, compute);
        const reference::Result want = reference::evaluate(head, options, &upstream);
        const double slack = 2e-5 + 8 * logitSlack(head, options).maxCoeff();
        const auto tolerance = [&](const MatrixD& matrix) { return slack * matrix.cwiseAbs().maxCoeff() + 1e-30; };
        checkGradient("w_q", got.wQ, want.gradWQ, tolerance(want.gradWQ));
        checkGradient("w_k", got.wK, want.gradWK, tolerance(want.gradWK));
        checkGradient("w_v", got.wV, want.gradWV, tolerance(want.gradWV));
        Pass pass;
        pass.options = options;
        pass.rows = false;
        pass.gradients = true;
        const Frame frame = evaluate(head, pass, compute);
        CHECK(frame.gradients.wQ.size() == head.projection->wQ.rows());
        CHECK((frame.gradients.wK - got.wK.cast<double>().rowwise().norm()).norm() <= 1e-9 * (1 + got.wK.norm()));
        CHECK(frame.rows.empty());
    }
}

TEST_CASE("a one-hot row's gradients keep their digits") {
    // Two keys, scores 30 and 0: with G V = (1, 0) the gradient of the logits is ±s (1 − s), s = e^−30 for the loser.
    Head head;
    head.q = MatrixF::Ones(1, 1);
    head.k.resize(2, 1);
    head.k << 30, 0;
    head.v.resize(2, 1);
    head.v << 1, 0;
    const double want = std::exp(-30.0) / std::pow(1 + std::exp(-30.0), 2);
    const Gradients gradients = backward(head, {});
    CHECK(gradients.k(0, 0) == Approx(want).epsilon(1e-5));
    CHECK(gradients.k(1, 0) == Approx(-want).epsilon(1e-5));
    CHECK(gradients.q(0, 0) == Approx(30 * want).epsilon(1e-5));
}

TEST_CASE("no upstream gradient is one of ones") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 20; ++round) {
        Head head = draw.head(150);
        draw.addMasks(head);
        const LogitOptions options = draw.options(head);
        const MatrixF ones = MatrixF::Ones(head.nQ(), head.dV());
        Compute compute;
        compute.upstream = &ones;
        const Gradients want = backward(head, options, compute), got = backward(head, options);
        CAPTURE(round);
        for (const auto& [a, b] : {std::pair(&got.q, &want.q), std::pair(&got.k, &want.k), std::pair(&got.v, &want.v)})
            CHECK((*a - *b).cwiseAbs().maxCoeff() <= 2e-5F * b->cwiseAbs().maxCoeff() + 1e-30F);
    }
}

TEST_CASE("gradients of the values sum to the upstream gradient") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = draw.head();
    const MatrixF upstream = draw.gaussian(head.nQ(), head.dV());
    Compute compute;
    compute.upstream = &upstream;
    const Gradients gradients = backward(head, {}, compute);
    const VectorD got = gradients.v.cast<double>().colwise().sum(), want = upstream.cast<double>().colwise().sum();
    CHECK((got - want).cwiseAbs().maxCoeff() <= 1e-4 * (1 + upstream.cwiseAbs().maxCoeff()) * std::sqrt(head.nQ()));
    CHECK(gradients.wQ.size() == 0);
}

TEST_CASE("what all values have in common gives no gradient to queries and keys") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    Head head;
    head.q = draw.gaussian(200, 16);
    head.k = draw.gaussian(1000, 16);
    head.v = MatrixF::Constant(1000, 16, 100);
    LogitOptions options;
    const MatrixF upstream = draw.gaussian(200, 16);
    Compute compute;
    compute.upstream = &upstream;
    for (const double scale : {0.02, 0.25, 4.0}) {
        CAPTURE(scale);
        options.scale = scale;
        const Gradients gradients = backward(head, options, compute);
        CHECK(gradients.q.cwiseAbs().maxCoeff() <= 1e-9F);
        CHECK(gradients.k.cwiseAbs().maxCoeff() <= 1e-9F);
    }
}

TEST_CASE("every row's gradient is right to its own size, saturated rows and values far from zero included") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 8; ++round)
        for (const double scale : {0.25, 1.0, 8.0})
            for (const float offset : {0.F, 100.F}) {
                CAPTURE(round, scale, offset);
                Draw draw(seed + 1300 + round);
                Head head;
                head.q = draw.gaussian(draw.integer(1, 60), 16);
                head.k = draw.gaussian(draw.integer(2, 60), 16);
                head.v = draw.gaussian(head.k.rows(), 8);
                head.v.array() += offset;
                LogitOptions options;
                options.scale = scale;
                const MatrixF upstream = draw.gaussian(head.nQ(), 8);
                Compute compute;
                compute.upstream = &upstream;
                const Gradients got = backward(head, options, compute);
                const reference::Result want = reference::evaluate(head, options, &upstream);
                const double tolerance = 2e-5 + 4 * logitSlack(head, options).maxCoeff();
                checkRows("q", got.q, want.gradQ, tolerance);
                checkRows("k", got.k, want.gradK, tolerance);
                checkRows("v", got.v, want.gradV, tolerance);
            }
}
