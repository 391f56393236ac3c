#include "core/training/training_history.h"

#include "tests/catch.h"

using namespace softscope;

namespace {

TrainingStep step(Index number) {
    TrainingStep one;
    one.step = number;
    for (TrainingMeasure& measure : one.measures) {
        measure.loss = double(number);
        measure.weights = MatrixF::Constant(4, 4, float(number));
    }
    return one;
}

} // namespace

TEST_CASE("a history keeps every figure, and weights as memory allows, the newest always") {
    TrainingHistory history(10 * 2 * 16 * sizeof(float)); // room for ten steps' weights
    CHECK(history.empty());
    for (Index number = 0; number <= 100; ++number) {
        history.add(step(number));
        REQUIRE(history.last() == number);
        CHECK(history.at(number).measures[1].weights(3, 3) == float(number));
    }
    Index kept = 0;
    for (Index number = 0; number <= 100; ++number) {
        CHECK(history.at(number).measures[0].loss == double(number));
        kept += history.at(number).measures[0].weights.size() > 0;
        const TrainingStep& nearest = history.withWeights(number);
        REQUIRE(nearest.measures[0].weights.size() == 16);
        CHECK(nearest.step <= number);
        CHECK(nearest.step > number - 16); // every 16th stays
    }
    CHECK(kept <= 10);
    CHECK(kept >= 5);
    history.clear();
    CHECK(history.empty());
    history.add(step(0));
    CHECK(history.withWeights(0).step == 0);
}
