// The values of numerics.md, as literals.
#include "core/engine/evaluate.h"
#include "tests/catch.h"

#include <cmath>
#include <vector>

using namespace softscope;

namespace {

/// A head whose single query scores the given numbers.
Head headOfScores(const std::vector<float>& scores) {
    Head head;
    const auto n = static_cast<Index>(scores.size());
    head.q = MatrixF::Ones(1, 1);
    head.k = Eigen::Map<const MatrixF>(scores.data(), n, 1);
    head.v = MatrixF::Ones(n, 1);
    return head;
}

Head workedExample() {
    Head head;
    head.q.resize(3, 4);
    head.q << 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0;
    head.k = head.q;
    head.v.resize(3, 4);
    head.v << 1, 2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 2;
    return head;
}

Pass fullPass(const Head& head, double scale, std::initializer_list<MapName> maps) {
    Pass pass;
    pass.options.scale = scale;
    pass.spectral = true;
    pass.selected = 0;
    for (const MapName map : maps)
        pass.maps.push_back({map, wholeMap(map, head)});
    return pass;
}

} // namespace

TEST_CASE("the worked example of three tokens") {
    const Head head = workedExample();
    const Frame frame =
        evaluate(head, fullPass(head, 0.5, {MapName::scores, MapName::scaled, MapName::weights, MapName::output}));
    CHECK(frame.maps[0].cells.row(0) == Eigen::RowVector3f(2, 0, 1));
    CHECK(frame.maps[1].cells.row(0) == Eigen::RowVector3f(1, 0, 0.5F));
    const double total = std::exp(1.0) + 1 + std::exp(0.5);
    const double a = std::exp(1.0) / total, b = 1 / total, c = std::exp(0.5) / total;
    CHECK(frame.maps[2].cells(0, 0) == Approx(a).epsilon(1e-6));
    CHECK(frame.maps[2].cells(0, 1) == Approx(b).epsilon(1e-6));
    CHECK(frame.maps[2].cells(0, 2) == Approx(c).epsilon(1e-6));
    CHECK(frame.maps[3].cells(0, 0) == Approx(a).epsilon(1e-6));
    CHECK(frame.maps[3].cells(0, 1) == Approx(2 * a + b).epsilon(1e-6));
    CHECK(frame.maps[3].cells(0, 2) == Approx(2 * b + c).epsilon(1e-6));
    CHECK(frame.maps[3].cells(0, 3) == Approx(2 * c).epsilon(1e-6));
}

TEST_CASE("scores 40 and 2: one-hot without the scale, and its Jacobian is not 0") {
    const Head head = headOfScores({40, 2});
    const double tiny = 3.1391327920480296e-17;
    const Frame unscaled = evaluate(
        head,
        fullPass(head, 1, {MapName::weights, MapName::jacobianDiagonal, MapName::jacobian, MapName::rowJacobian}));
    CHECK(unscaled.maps[0].cells(0, 0) == 1);
    CHECK(unscaled.maps[0].cells(0, 1) == Approx(tiny).epsilon(1e-5));
    CHECK(unscaled.maps[1].cells(0, 0) == Approx(tiny).epsilon(1e-5));
    CHECK(unscaled.maps[1].cells(0, 1) == Approx(tiny).epsilon(1e-5));
    CHECK(unscaled.maps[2].cells(0, 0) == Approx(tiny * std::sqrt(2.0)).epsilon(1e-5));
    CHECK(unscaled.maps[3].cells(0, 0) == Approx(tiny).epsilon(1e-5));
    CHECK(unscaled.maps[3].cells(0, 1) == Approx(-tiny).epsilon(1e-5));
    CHECK(unscaled.rows[0].frobenius == Approx(2 * tiny).epsilon(1e-5));
    CHECK(unscaled.rows[0].spectral == Approx(2 * tiny).epsilon(1e-5));
    CHECK(unscaled.rows[0].entropy == Approx(39 * tiny).epsilon(1e-5));
    CHECK(unscaled.rows[0].verdict() == Verdict::saturated);

    const Frame scaled = evaluate(head, fullPass(head, 0.125, {MapName::weights}));
    CHECK(scaled.maps[0].cells(0, 0) == Approx(0.99142251).epsilon(1e-6));
    CHECK(scaled.maps[0].cells(0, 1) == Approx(0.00857749).epsilon(1e-5));
}

TEST_CASE("logits 1, 2, 3") {
    const Head head = headOfScores({1, 2, 3});
    const Frame frame = evaluate(head, fullPass(head, 1, {MapName::jacobianDiagonal}));
    CHECK(frame.maps[0].cells(0, 0) == Approx(.0819).margin(5e-5));
    CHECK(frame.maps[0].cells(0, 1) == Approx(.1848).margin(5e-5));
    CHECK(frame.maps[0].cells(0, 2) == Approx(.2227).margin(5e-5));
    CHECK(frame.rows[0].frobenius == Approx(.38939).margin(5e-6));
    CHECK(frame.rows[0].spectral == Approx(.37090).margin(5e-6));
}

TEST_CASE("the largest Jacobian is that of two equal weights, uniform rows have 1/n and sqrt(n - 1)/n") {
    const Head two = headOfScores({7, 7, -1000, -1000});
    const Frame frame = evaluate(two, fullPass(two, 1, {}));
    CHECK(frame.rows[0].frobenius == Approx(0.5).epsilon(1e-9));
    CHECK(frame.rows[0].spectral == Approx(0.5).epsilon(1e-9));
    for (const Index n : {1, 2, 3, 16, 513}) {
        const Head head = headOfScores(std::vector<float>(static_cast<std::size_t>(n), -200.F));
        const Frame uniform = evaluate(head, fullPass(head, 1, {}));
        const double size = static_cast<double>(n);
        CHECK(uniform.rows[0].spectral == Approx(n == 1 ? 0 : 1 / size).epsilon(1e-9));
        CHECK(uniform.rows[0].frobenius == Approx(std::sqrt(size - 1) / size).epsilon(1e-9));
        CHECK(uniform.rows[0].entropy == Approx(std::log(size)).margin(1e-12));
        CHECK(uniform.rows[0].argmax == 0);
        CHECK(uniform.rows[0].verdict() == (n == 1 ? Verdict::saturated : Verdict::diffuse));
    }
}

TEST_CASE("length-scaled softmax: one of a thousand") {
    std::vector<float> scores(1000, -2.F);
    scores[321] = 3;
    const Head head = headOfScores(scores);
    CHECK(evaluate(head, fullPass(head, 1, {})).rows[0].maxWeight == Approx(.12935).margin(5e-6));
    const double scale = .43 * std::log(1000.0);
    CHECK(evaluate(head, fullPass(head, scale, {})).rows[0].maxWeight == Approx(.99965).margin(5e-6));
}

TEST_CASE("the entropy floor of Zhai et al. 2023 is reached by one logit above equal others") {
    // The bound's row: ‖z‖₂ = σ with the mean taken out, T keys.
    const double sigma = 8, T = 16;
    const double high = sigma * std::sqrt((T - 1) / T), low = -high / (T - 1);
    std::vector<float> scores(16, static_cast<float>(low));
    scores[5] = static_cast<float>(high);
    const Head head = headOfScores(scores);
    CHECK(evaluate(head, fullPass(head, 1, {})).rows[0].entropy == Approx(.03572).margin(5e-6));
}
