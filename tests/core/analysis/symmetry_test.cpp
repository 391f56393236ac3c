#include "core/analysis/summary.h"
#include "tests/catch.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

Head randomHead(Index nQ, Index nK, Index dK, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal;
    const auto fill = [&](Index rows) { return MatrixF::NullaryExpr(rows, dK, [&] { return normal(random); }).eval(); };
    Head head;
    head.q = fill(nQ);
    head.k = fill(nK);
    head.v = fill(nK);
    return head;
}

/// From the whole matrix, as the definition says.
Symmetry slowSymmetry(const Head& head, bool unit) {
    MatrixD q = head.q.cast<double>(), k = head.k.cast<double>();
    if (unit) {
        q.rowwise().normalize();
        k.rowwise().normalize();
    }
    const MatrixD s = q * k.transpose();
    std::vector<double> a, b;
    for (Index i = 0; i < s.rows(); ++i) {
        for (Index j = i + 1; j < s.cols(); ++j) {
            a.push_back(s(i, j));
            b.push_back(s(j, i));
        }
    }
    const auto vectorA = VectorD::Map(a.data(), Index(a.size())), vectorB = VectorD::Map(b.data(), Index(b.size()));
    const VectorD x = vectorA.array() - vectorA.mean(), y = vectorB.array() - vectorB.mean();
    return {(s - s.transpose()).norm() / s.norm(), x.dot(y) / (x.norm() * y.norm())};
}

} // namespace

TEST_CASE("symmetry agrees with the whole matrix, whatever the size") {
    const std::uint64_t seed = std::random_device{}();
    for (const Index n : {2, 3, 127, 128, 129, 300}) {
        for (const bool unit : {false, true}) {
            Head head = randomHead(n, n, 7, seed + std::uint64_t(n));
            head.k += 0.5F * head.q; // something to correlate
            LogitOptions options;
            options.qkNorm = unit;
            const Symmetry fast = symmetry(head, options), slow = slowSymmetry(head, unit);
            INFO("n " << n << " unit " << unit << " seed " << seed);
            CHECK(fast.asymmetry == Approx(slow.asymmetry).epsilon(1e-12));
            if (n > 2) // one pair correlates with nothing
                CHECK(fast.correlation == Approx(slow.correlation).epsilon(1e-10));
        }
    }
}

TEST_CASE("a shared projection is symmetric to the last bit") {
    Head head = randomHead(200, 200, 16, 5);
    head.k = head.q;
    const Symmetry s = symmetry(head, {});
    CHECK(s.asymmetry == 0);
    CHECK(s.correlation == Approx(1).epsilon(1e-14));
}

TEST_CASE("an antisymmetric score has asymmetry 2 and correlation −1") {
    // q = (x, y), k = (y, −x): S_ij = x_i y_j − y_i x_j.
    Head head = randomHead(150, 150, 2, 6);
    head.k.col(0) = head.q.col(1);
    head.k.col(1) = -head.q.col(0);
    const Symmetry s = symmetry(head, {});
    CHECK(s.asymmetry == Approx(2).epsilon(1e-12));
    CHECK(s.correlation == Approx(-1).epsilon(1e-12));
}

TEST_CASE("independent q and k: the two triangles do not correlate") {
    const Symmetry s = symmetry(randomHead(400, 400, 64, 7), {});
    CHECK(std::abs(s.correlation) < 0.02);
    CHECK(s.asymmetry == Approx(std::sqrt(2.0)).margin(0.02));
}

TEST_CASE("symmetry is undefined where it has no meaning") {
    const Symmetry rectangle = symmetry(randomHead(3, 4, 2, 8), {});
    CHECK(std::isnan(rectangle.asymmetry));
    CHECK(std::isnan(rectangle.correlation));

    const Symmetry one = symmetry(randomHead(1, 1, 2, 9), {});
    CHECK(one.asymmetry == 0);
    CHECK(std::isnan(one.correlation)); // no pair

    Head zero = randomHead(5, 5, 2, 10);
    zero.q.setZero();
    CHECK(std::isnan(symmetry(zero, {}).asymmetry));

    Head equal = randomHead(200, 200, 3, 11);
    equal.q.setConstant(0.1F);
    equal.k.setConstant(0.7F);
    CHECK(symmetry(equal, {}).asymmetry == 0);
    CHECK(std::isnan(symmetry(equal, {}).correlation)); // no spread

    Head broken = randomHead(5, 5, 2, 12);
    broken.q(1, 1) = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(symmetry(broken, {}).asymmetry));
    CHECK(std::isnan(symmetry(broken, {}).correlation));
}

TEST_CASE("a common offset of the scores does not spoil their correlation") {
    Head head = randomHead(140, 140, 4, 13);
    head.q.col(0).setConstant(3000);
    head.k.col(0).setConstant(3000);
    CHECK(symmetry(head, {}).correlation == Approx(slowSymmetry(head, false).correlation).margin(1e-6));
}
