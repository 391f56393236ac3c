#include "core/analysis/summary.h"
#include "tests/catch.h"

#include <cmath>

using namespace softscope;

namespace {

RowStatistics rowOf(Index keys, double effectiveTokens, double maxWeight) {
    RowStatistics row;
    row.keys = keys;
    row.argmax = keys > 0 ? 0 : -1;
    row.entropy = keys > 0 ? std::log(effectiveTokens) : undefined;
    row.maxWeight = keys > 0 ? maxWeight : undefined;
    return row;
}

const RowStatistics empty = rowOf(0, 0, 0);

Frame frameOf(double scale, std::vector<RowStatistics> rows, double variance = 72.25) {
    Frame frame;
    frame.options.scale = scale;
    frame.rows = std::move(rows);
    for (const RowStatistics& row : frame.rows)
        frame.scores.count += row.keys;
    frame.scores.mean = 0;
    frame.scores.variance = variance;
    frame.scores.min = -20;
    frame.scores.max = 20;
    return frame;
}

Head headOf(Index dK) {
    Head head;
    head.q = MatrixF::Zero(1, dK);
    return head;
}

std::vector<RowStatistics> repeated(std::size_t count, RowStatistics row, std::size_t others, RowStatistics other) {
    std::vector<RowStatistics> rows(count, row);
    rows.insert(rows.end(), others, other);
    return rows;
}

std::string sentence(Index dK, const Frame& shown, const Frame& other, ScaleKind kind = ScaleKind::sqrt,
                     double factor = 1) {
    Softmax softmax;
    softmax.scale = {kind, factor};
    return liveSentence(headOf(dK), shown, other, softmax);
}

} // namespace

TEST_CASE("the live sentence tells both sides of the scale") {
    const Frame scaled = frameOf(0.125, std::vector(27, rowOf(27, 16, 0.3)));
    const Frame unscaled = frameOf(1, repeated(17, rowOf(27, 1.1, 0.98), 10, rowOf(27, 2.45, 0.6)));
    const std::string expected =
        "At dₖ = 64 the scores spread with σ = 8.5. With the scale a row keeps **16.0** effective tokens of 27 on "
        "average; without it **1.6**, and **63 %** of the rows are saturated.";
    CHECK(sentence(64, scaled, unscaled) == expected);
    CHECK(sentence(64, unscaled, scaled, ScaleKind::none) == expected);
}

TEST_CASE("it names the scale that is in use") {
    const Frame a = frameOf(1.0 / 64, std::vector(40, rowOf(40, 39, 0.03)));
    const Frame b = frameOf(1, std::vector(40, rowOf(40, 2, 0.7)));
    CHECK(sentence(64, a, b, ScaleKind::dk).find("With the scale 1/dₖ a row keeps **39.0**") != std::string::npos);
    CHECK(sentence(64, a, b, ScaleKind::factor, 0.3).find("With the factor 0.3 a row keeps") != std::string::npos);
    // A factor above one: the scaled side is the sharper one, and still comes first.
    CHECK(sentence(64, b, a, ScaleKind::factor, 8) ==
          "At dₖ = 64 the scores spread with σ = 8.5. With the factor 8 a row keeps **2.0** effective tokens of 40 on "
          "average; without it **39.0**, and no row is saturated.");
}

TEST_CASE("a scale of one changes nothing, and it is said once") {
    const Frame frame = frameOf(1, std::vector(30, rowOf(30, 20, 0.2)), 1);
    CHECK(sentence(1, frame, frame) ==
          "At dₖ = 1 the scores spread with σ = 1.0. With one dimension the scale is 1 and "
          "changes nothing: a row keeps **20.0** effective tokens of 30 on average, and no "
          "row is saturated.");
    CHECK(sentence(64, frame, frame, ScaleKind::factor).find("The scale is 1 and changes nothing") !=
          std::string::npos);
}

TEST_CASE("shares are never rounded to none or all, and few rows are counted") {
    const RowStatistics sharp = rowOf(27, 1.1, 0.98), soft = rowOf(27, 9, 0.3);
    const Frame scaled = frameOf(0.125, std::vector(27, soft));
    const auto ending = [&](std::vector<RowStatistics> rows) {
        const std::string text = sentence(64, scaled, frameOf(1, std::move(rows)));
        return text.substr(text.rfind("and "));
    };
    CHECK(ending(repeated(1, sharp, 399, soft)) == "and **under 1 %** of the rows are saturated.");
    CHECK(ending(repeated(399, sharp, 1, soft)) == "and **over 99 %** of the rows are saturated.");
    CHECK(ending(std::vector(400, sharp)) == "and **all** rows are saturated.");
    CHECK(ending(std::vector(400, soft)) == "and no row is saturated.");
    CHECK(ending(repeated(2, sharp, 1, soft)) == "and **2** of 3 rows are saturated.");
    CHECK(ending(repeated(1, sharp, 2, soft)) == "and **1** of 3 rows is saturated.");
    CHECK(ending(std::vector(2, sharp)) == "and **both** rows are saturated.");
    CHECK(ending(std::vector(1, sharp)) == "and it is **saturated**.");
}

TEST_CASE("rows that are saturated in spite of the scale are not passed over") {
    const Frame scaled = frameOf(0.125, repeated(2, rowOf(3, 1.1, 0.98), 1, rowOf(3, 2, 0.6)));
    const Frame unscaled = frameOf(1, std::vector(3, rowOf(3, 1, 1)));
    CHECK(sentence(64, scaled, unscaled) ==
          "At dₖ = 64 the scores spread with σ = 8.5. With the scale a row keeps **1.4** effective tokens of 3 on "
          "average, and **2** of 3 rows are saturated; without it **1.0**, and **all** rows are saturated.");
}

TEST_CASE("one row is spoken of as one row") {
    const Frame scaled = frameOf(0.5, {rowOf(4, 3.1, 0.4)});
    const Frame unscaled = frameOf(1, {rowOf(4, 1.1, 0.97)});
    CHECK(
        sentence(4, scaled, unscaled) ==
        "At dₖ = 4 the scores spread with σ = 8.5. With the scale the row keeps **3.1** effective tokens of 4; without "
        "it **1.1**, and it is **saturated**.");
}

TEST_CASE("masked rows count the keys that they may see") {
    const Frame scaled = frameOf(0.125, {empty, rowOf(1, 1, 1), rowOf(2, 1.8, 0.6)});
    CHECK(
        sentence(64, scaled, scaled) ==
        "At dₖ = 64 the scores spread with σ = 8.5. The scale is 1 and changes nothing: a row keeps **1.4** effective "
        "tokens of the 1.5 it may see on average, and **1** of 2 rows is saturated. 1 row has no key.");
    const Frame none = frameOf(0.125, {empty, empty}, undefined);
    CHECK(sentence(64, none, none) == "The masks leave no key to any row: there is nothing to weigh.");
}

TEST_CASE("one key takes all, whatever the scale") {
    Frame single = frameOf(0.5, {rowOf(1, 1, 1)}, 0);
    single.scores.mean = single.scores.min = single.scores.max = 2.31;
    CHECK(sentence(4, single, single) ==
          "At dₖ = 4 there is one score, 2.31. The row has one key, which takes all the weight with any scale.");
    const Frame diagonal = frameOf(0.125, {rowOf(1, 1, 1), rowOf(1, 1, 1), empty});
    CHECK(sentence(64, diagonal, diagonal) ==
          "At dₖ = 64 the scores spread with σ = 8.5. Each row has one key at most, "
          "which takes all the weight with any scale. 1 row has no key.");
}

TEST_CASE("equal scores and scores that are not finite are named as such") {
    Frame equal = frameOf(0.125, std::vector(20, rowOf(20, 20, 0.05)), 0);
    equal.scores.min = equal.scores.max = equal.scores.mean = 0;
    CHECK(sentence(64, equal, equal).starts_with("At dₖ = 64 all scores are 0. "));

    RowStatistics broken = rowOf(2, 1, 1);
    broken.entropy = broken.maxWeight = undefined;
    const Frame some = frameOf(0.125, {broken, rowOf(2, 1.5, 0.8), rowOf(2, 1.7, 0.7)}, undefined);
    const Frame sharper = frameOf(1, {broken, rowOf(2, 1.1, 0.97), rowOf(2, 1.1, 0.97)}, undefined);
    CHECK(sentence(64, some, sharper) ==
          "At dₖ = 64 not all scores are finite. With the scale a row keeps **1.6** effective tokens of 2 on average; "
          "without it **1.1**, and **both** rows are saturated. 1 row has no weights, because a score is not finite.");
    const Frame all = frameOf(0.125, {broken}, undefined);
    CHECK(sentence(64, all, all) ==
          "At dₖ = 64 not all scores are finite. 1 row has no weights, because a score is not finite.");
}

TEST_CASE("without rows nothing is said") {
    CHECK(sentence(64, Frame(), Frame()).empty());
}
