#include "core/head/philox.h"
#include "core/head/random.h"
#include "tests/catch.h"

#include <cmath>

using namespace softscope;

namespace {

MatrixF gaussians(Index rows, Index cols, std::uint64_t seed, Stream stream, double sigma = 1) {
    MatrixF matrix(rows, cols);
    fillGaussian(matrix, seed, stream, sigma);
    return matrix;
}

/// P(X ≤ x) of a standard normal number.
double probability(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

} // namespace

TEST_CASE("Philox gives the published known answers") {
    // The test vectors of the Random123 distribution: all zeros, all ones, the digits of π.
    std::array<std::array<std::uint32_t, 3>, 4> c{{{0, 0xFFFFFFFF, 0x243F6A88},
                                                   {0, 0xFFFFFFFF, 0x85A308D3},
                                                   {0, 0xFFFFFFFF, 0x13198A2E},
                                                   {0, 0xFFFFFFFF, 0x03707344}}};
    auto ones = c, pi = c;
    philox<3>(c, 0);
    CHECK((c[0][0] == 0x6627E8D5 && c[1][0] == 0xE169C58D && c[2][0] == 0xBC57AC4C && c[3][0] == 0x9B00DBD8));
    philox<3>(ones, 0xFFFFFFFFFFFFFFFF);
    CHECK(
        (ones[0][1] == 0x408F276D && ones[1][1] == 0x41C83B0E && ones[2][1] == 0xA20BC7C6 && ones[3][1] == 0x6D5451FD));
    philox<3>(pi, 0x299F31D0A4093822);
    CHECK((pi[0][2] == 0xD16CFE09 && pi[1][2] == 0x94FDCCEB && pi[2][2] == 0x5001E420 && pi[3][2] == 0x24126EA1));
}

TEST_CASE("each number depends on its place alone") {
    const MatrixF large = gaussians(70, 131, 42, Stream::q);
    for (const auto& [rows, cols] : {std::pair<Index, Index>{1, 1}, {69, 131}, {70, 130}, {3, 5}, {17, 64}}) {
        CAPTURE(rows, cols);
        CHECK(gaussians(rows, cols, 42, Stream::q) == large.topLeftCorner(rows, cols));
    }
    MatrixF block(20, 50);
    fillGaussianBlock(block, 42, Stream::q, 1, 13, 7);
    CHECK(block == large.block(13, 7, 20, 50));
    bool same = true;
    for (Index i = 0; i < large.rows(); ++i) {
        for (Index j = 0; j < large.cols(); ++j)
            same = same && large(i, j) ==
                               gaussianAt(42, Stream::q, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j));
    }
    CHECK(same);
}

TEST_CASE("columns before the first stay as they are") {
    MatrixF matrix = MatrixF::Constant(9, 30, 5);
    fillGaussian(matrix, 3, Stream::k, 2, 11);
    CHECK(matrix.leftCols(11) == MatrixF::Constant(9, 11, 5));
    CHECK(matrix.rightCols(19) == gaussians(9, 30, 3, Stream::k, 2).rightCols(19));
    fillGaussian(matrix, 3, Stream::k, 2, 30);
    CHECK(matrix.leftCols(11) == MatrixF::Constant(9, 11, 5));
}

TEST_CASE("rows of a larger matrix can be filled in place") {
    MatrixF matrix = MatrixF::Zero(12, 20);
    fillGaussian(matrix.block(2, 3, 5, 6), 9, Stream::v, 1);
    CHECK(matrix.block(2, 3, 5, 6) == gaussians(5, 6, 9, Stream::v));
    matrix.block(2, 3, 5, 6).setZero();
    CHECK(matrix == MatrixF::Zero(12, 20));
}

TEST_CASE("the numbers are these on every machine") {
    // Saved scenes mean these numbers: a change here changes every saved scene.
    CHECK(gaussianAt(1, Stream::q, 0, 0) == -0x1.cc3ec4p+0F);
    CHECK(gaussianAt(1, Stream::k, 0, 0) == -0x1.51bc6ep+0F);
    CHECK(gaussianAt(5, Stream::q, 3, 3) == -0x1.f4b9fep+0F);
    CHECK(gaussianAt(0xFFFFFFFFFFFFFFFF, Stream::wV, 1'048'575, 16'383) == -0x1.06070cp+0F);
    CHECK(gaussianAt(2, Stream::noise, (1ULL << 32) + 10, 63) == -0x1.33dc88p+0F);
}

TEST_CASE("the numbers are normal") {
    const MatrixF m = gaussians(1000, 1000, 7, Stream::x);
    const Eigen::Map<const Eigen::ArrayXf> flat(m.data(), m.size());
    const Eigen::ArrayXd x = flat.cast<double>();
    CHECK(std::abs(x.mean()) < 0.004);
    CHECK(std::abs(x.square().mean() - 1) < 0.006);
    CHECK(std::abs(x.cube().mean()) < 0.016);
    CHECK(std::abs(x.square().square().mean() - 3) < 0.04);
    for (const double at : {-3.0, -2.0, -1.4395, -1.0, -0.3, 0.0, 0.5, 1.4395, 2.5, 3.5}) {
        CAPTURE(at);
        const double share = static_cast<double>((x <= at).count()) / static_cast<double>(x.size());
        const double p = probability(at);
        CHECK(std::abs(share - p) < 4.5 * std::sqrt(p * (1 - p) / static_cast<double>(x.size())));
    }
    CHECK(x.maxCoeff() > 4);
    CHECK(x.minCoeff() < -4);
    CHECK(x.abs().maxCoeff() < 6.5);
}

TEST_CASE("neighbours, streams and seeds are independent") {
    const auto correlation = [](const MatrixF& x, const MatrixF& y) {
        const MatrixD a = x.cast<double>(), b = y.cast<double>();
        return a.cwiseProduct(b).sum() / static_cast<double>(a.size());
    };
    const MatrixF one = gaussians(400, 400, 7, Stream::q);
    CHECK(std::abs(correlation(one, gaussians(400, 400, 7, Stream::k))) < 0.012);
    CHECK(std::abs(correlation(one, gaussians(400, 400, 8, Stream::q))) < 0.012);
    CHECK(std::abs(correlation(one.leftCols(399), one.rightCols(399))) < 0.012);
    CHECK(std::abs(correlation(one.topRows(399), one.bottomRows(399))) < 0.012);
    CHECK(std::abs(correlation(one, one.transpose()) - 1.0 / 400) < 0.02);
    const MatrixF square = one.array().square() - 1;
    CHECK(std::abs(correlation(square.leftCols(399), square.rightCols(399))) < 0.025);
}

TEST_CASE("sigma scales every number") {
    CHECK(gaussians(20, 30, 4, Stream::q, 2.5) == MatrixF(2.5F * gaussians(20, 30, 4, Stream::q)));
}
