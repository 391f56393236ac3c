#include "ui/charts/step_points.h"

#include "tests/catch.h"

#include <algorithm>
#include <random>

using namespace softscope;

TEST_CASE("steps have two points each, at their edges") {
    const QList<QPointF> points = stepPoints({-1, 0, 2}, {3, 4});
    CHECK(points == QList<QPointF>{{-1, 3}, {0, 3}, {0, 4}, {2, 4}});
    CHECK(stepPoints({}, {}).isEmpty());
}

TEST_CASE("few keys: each has a step of its own around its number") {
    VectorF weights(3);
    weights << 0.25F, 0.5F, 0.125F;
    const KeySteps steps = keySteps(weights, 120);
    CHECK(steps.keysAStep == 1);
    CHECK(steps.points ==
          QList<QPointF>{{-0.5, 0.25}, {0.5, 0.25}, {0.5, 0.5}, {1.5, 0.5}, {1.5, 0.125}, {2.5, 0.125}});
}

TEST_CASE("many keys share steps, and no peak is lost") {
    const std::uint64_t seed = std::random_device{}();
    std::mt19937_64 random(seed);
    for (const Index n : {119, 120, 121, 2048, 5000}) {
        VectorF weights = VectorF::NullaryExpr(n, [&] { return float(random() % 1000) / 1e6F; });
        const Index peak = Index(random() % std::uint64_t(n));
        weights[peak] = 0.9F;
        const KeySteps steps = keySteps(weights, 120);
        INFO("n " << n << " seed " << seed);
        CHECK(steps.points.size() <= 240);
        CHECK(steps.points.front().x() == -0.5);
        CHECK(steps.points.back().x() == double(n) - 0.5);
        for (qsizetype s = 0; s < steps.points.size(); s += 2) {
            const Index begin = Index(steps.points[s].x() + 0.5), end = Index(steps.points[s + 1].x() + 0.5);
            CHECK(steps.points[s].y() == double(weights.segment(begin, end - begin).maxCoeff()));
            CHECK(steps.points[s].y() == steps.points[s + 1].y());
        }
        CHECK(std::any_of(steps.points.begin(), steps.points.end(),
                          [](const QPointF& point) { return point.y() == double(0.9F); }));
    }
}

TEST_CASE("weights that are not finite are counted and drawn as nothing") {
    VectorF weights(3);
    weights << 0.25F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity();
    const KeySteps steps = keySteps(weights, 10);
    CHECK(steps.notFinite == 2);
    CHECK(steps.points[0].y() == 0.25);
    CHECK(steps.points[2].y() == 0);
    CHECK(steps.points[4].y() == 0);
    CHECK(keySteps(VectorF(), 10).points.isEmpty());
}
