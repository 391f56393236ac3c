#include "core/analysis/row_sums.h"
#include "tests/catch.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

struct Slow {
    double effectiveTokens = 0, maxWeight = 0, frobenius = 0;
};

/// Straight from the definitions, with the whole Jacobian.
Slow slow(const std::vector<float>& logits) {
    const Index n = Index(logits.size());
    const VectorD z = Eigen::Map<const VectorF>(logits.data(), n).cast<double>();
    VectorD s = (z.array() - z.maxCoeff()).exp();
    s /= s.sum();
    double entropy = 0;
    for (const double p : s)
        entropy -= p > 0 ? p * std::log(p) : 0;
    const MatrixD jacobian = MatrixD(s.asDiagonal()) - s * s.transpose();
    return {std::exp(entropy), s.maxCoeff(), jacobian.norm()};
}

} // namespace

TEST_CASE("row sums agree with the definitions, however the row is cut") {
    const std::uint64_t seed = std::random_device{}();
    std::mt19937_64 random(seed);
    for (const float sigma : {0.F, 1.F, 8.F, 60.F}) {
        for (const std::size_t n : {1U, 2U, 63U, 64U, 65U, 200U}) {
            std::normal_distribution<float> normal(-3, sigma + 1e-20F);
            std::vector<float> logits(n);
            for (float& z : logits)
                z = normal(random);
            RowSums whole, pieces, last;
            Eigen::ArrayXf room = Eigen::Map<Eigen::ArrayXf>(logits.data(), Index(n));
            whole.add(room);
            const Index cut = Index(random() % (n + 1));
            room = Eigen::Map<Eigen::ArrayXf>(logits.data(), Index(n));
            pieces.add(room.head(cut));
            last.add(room.tail(Index(n) - cut));
            pieces.add(last);
            const Slow expected = slow(logits);
            INFO("sigma " << sigma << " n " << n << " cut " << cut << " seed " << seed);
            for (const RowSums& sums : {whole, pieces}) {
                CHECK(sums.keys() == Index(n));
                CHECK(sums.effectiveTokens() == Approx(expected.effectiveTokens).epsilon(1e-5));
                CHECK(sums.maxWeight() == Approx(expected.maxWeight).epsilon(1e-5));
                CHECK(sums.frobenius() == Approx(expected.frobenius).margin(1e-5));
            }
        }
    }
}

TEST_CASE("a row without keys has no statistics") {
    RowSums none, other;
    none.add(other);
    CHECK(none.keys() == 0);
    CHECK(std::isnan(none.effectiveTokens()));
    CHECK(std::isnan(none.maxWeight()));
    CHECK(std::isnan(none.frobenius()));
}

TEST_CASE("logits far apart neither overflow nor vanish") {
    Eigen::ArrayXf logits(3);
    logits << -1e20F, 1e20F, 0;
    RowSums sums;
    sums.add(logits);
    CHECK(sums.effectiveTokens() == Approx(1).epsilon(1e-12));
    CHECK(sums.maxWeight() == 1);
    CHECK(sums.frobenius() == Approx(0).margin(1e-12));
}
