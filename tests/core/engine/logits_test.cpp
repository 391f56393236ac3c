#include "core/engine/logits.h"

#include "tests/catch.h"
#include "tests/support/random_head.h"

#include <cmath>

using namespace softscope;

TEST_CASE("the factor of each scale") {
    CHECK(factorOf({ScaleKind::sqrt}, 64) == 0.125);
    CHECK(factorOf({ScaleKind::none}, 64) == 1);
    CHECK(factorOf({ScaleKind::dk}, 64) == 1.0 / 64);
    CHECK(factorOf({ScaleKind::factor, 0.3}, 64) == 0.3);
}

TEST_CASE("scale and temperature become one factor, the rest is kept") {
    Softmax softmax;
    softmax.temperature = 2;
    softmax.softcap = 7;
    softmax.qkNorm = true;
    softmax.logLength = true;
    softmax.sink = -3;
    softmax.masks = {{MaskKind::window, 3, 1}};
    const LogitOptions options = resolve(softmax, 16);
    CHECK(options.scale == 0.125);
    CHECK(options.softcap == 7.0);
    CHECK(options.qkNorm);
    CHECK(options.logLength);
    CHECK(options.sink == -3.0);
    CHECK(options.masks == softmax.masks);
    CHECK(rowScale(options, 8) == 0.125 * std::log(8.0));
    CHECK(rowScale(options, 1) == 0);
    CHECK(rowScale(LogitOptions{}, 8) == 1);
}

TEST_CASE("the other scale is none where there is one and 1/sqrt(d_k) where there is none") {
    for (const ScaleKind kind : {ScaleKind::sqrt, ScaleKind::dk, ScaleKind::factor}) {
        Softmax softmax;
        softmax.scale = {kind, 0.3};
        softmax.temperature = 3;
        const Softmax other = withOtherScale(softmax);
        CHECK(other.scale.kind == ScaleKind::none);
        CHECK(other.temperature == 3);
        CHECK(withOtherScale(other).scale.kind == ScaleKind::sqrt);
    }
}

TEST_CASE("allowed keys are those that pass every band") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (int round = 0; round < 300; ++round) {
        const Index nQ = draw.integer(1, 12), nK = draw.integer(1, 12);
        std::vector<Mask> masks;
        for (Index m = draw.integer(0, 3); m > 0; --m)
            masks.push_back({static_cast<MaskKind>(draw.integer(0, 2)), draw.integer(-2, 14), draw.integer(-2, 14)});
        for (Index i = 0; i < nQ; ++i) {
            const KeyRange range = allowedKeys(masks, i, nQ, nK);
            for (Index j = 0; j < nK; ++j) {
                bool allowed = true;
                for (const Mask& mask : masks) {
                    if (mask.kind == MaskKind::causal)
                        allowed = allowed && j <= i;
                    else if (mask.kind == MaskKind::causalEnd)
                        allowed = allowed && j <= i + nK - nQ;
                    else
                        allowed = allowed && i - mask.left <= j && j <= i + mask.right;
                }
                REQUIRE((j >= range.begin && j < range.end) == allowed);
            }
        }
    }
}

TEST_CASE("a window as wide as an integer can say hides nothing") {
    const Index most = std::numeric_limits<Index>::max();
    const KeyRange range = allowedKeys({{MaskKind::window, most, most}}, 5, 10, 10);
    CHECK(range.begin == 0);
    CHECK(range.end == 10);
}
