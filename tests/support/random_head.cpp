#include "tests/support/random_head.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace softscope {

std::uint64_t testSeed() {
    static const std::uint64_t seed = [] {
        if (const char* const given = std::getenv("SOFTSCOPE_TEST_SEED"))
            return static_cast<std::uint64_t>(std::stoull(given));
        std::random_device device;
        return (static_cast<std::uint64_t>(device()) << 32) | device();
    }();
    return seed;
}

MatrixF Draw::gaussian(Index rows, Index cols, double sigma) {
    std::normal_distribution<double> normal(0, sigma);
    MatrixF matrix(rows, cols);
    for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < cols; ++c)
            matrix(i, c) = static_cast<float>(normal(m_engine));
    return matrix;
}

Head Draw::head(Index most) {
    Head head;
    const Index nK = integer(1, most), nQ = chance(0.5) ? nK : integer(1, most);
    const Index dK = integer(1, 130), dV = integer(1, 40);
    head.q = gaussian(nQ, dK, real(0.3, 1.6));
    head.k = gaussian(nK, dK, real(0.3, 1.6));
    head.v = gaussian(nK, dV);
    return head;
}

Head Draw::projectedHead(Index most) {
    Head head;
    const Index n = integer(1, most), model = integer(1, 70), dK = integer(1, 40), dV = integer(1, 20);
    Projection projection;
    projection.x = gaussian(n, model);
    const double sigma = 1 / std::sqrt(static_cast<double>(model));
    projection.wQ = gaussian(model, dK, sigma);
    projection.wK = gaussian(model, dK, sigma);
    projection.wV = gaussian(model, dV, sigma);
    const MatrixD x = projection.x.cast<double>();
    head.q = (x * projection.wQ.cast<double>()).cast<float>();
    head.k = (x * projection.wK.cast<double>()).cast<float>();
    head.v = (x * projection.wV.cast<double>()).cast<float>();
    head.projection = std::move(projection);
    return head;
}

void Draw::addMasks(Head& head) {
    if (chance(0.5)) {
        head.bias = gaussian(head.nQ(), head.nK());
        for (Index i = 0; i < head.bias->size(); ++i)
            if (chance(0.2))
                head.bias->data()[i] = -std::numeric_limits<float>::infinity();
    }
    if (chance(0.5)) {
        head.mask = MatrixB(head.nQ(), head.nK());
        const double share = real(0.1, 1);
        for (Index i = 0; i < head.mask->size(); ++i)
            head.mask->data()[i] = chance(share);
    }
}

LogitOptions Draw::options(const Head& head) {
    LogitOptions options;
    const double root = 1 / std::sqrt(static_cast<double>(head.dK()));
    const double scales[] = {root, 1, root * root, real(0.05, 1.2), -root};
    options.scale = scales[integer(0, 4)];
    options.qkNorm = chance(0.25);
    if (options.qkNorm)
        options.scale *= 8;
    if (chance(0.3))
        options.softcap = real(0.3, 30);
    options.logLength = chance(0.15);
    if (chance(0.2))
        options.sink = real(-5, 25);
    for (Index m = integer(0, 2); m > 0; --m)
        options.masks.push_back({static_cast<MaskKind>(integer(0, 2)), integer(0, head.nK()), integer(0, head.nK())});
    return options;
}

} // namespace softscope
