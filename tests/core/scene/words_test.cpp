#include "core/base/error.h"
#include "core/scene/words.h"
#include "tests/catch.h"

#include <set>

using namespace softscope;

namespace {

template <typename Enum>
void checkWords(std::size_t count) {
    REQUIRE(words<Enum>().size() == count);
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [value, word] = words<Enum>()[i];
        CHECK(static_cast<std::size_t>(value) == i);
        CHECK(seen.insert(word).second);
        CHECK(wordOf(value) == word);
        CHECK(fromWord<Enum>(word) == value);
    }
    CHECK_FALSE(fromWord<Enum>("Nope"));
    CHECK_FALSE(fromWord<Enum>(""));
}

} // namespace

TEST_CASE("every enumerator has one word of its own") {
    checkWords<SourceKind>(5);
    checkWords<Role>(4);
    checkWords<EditKind>(4);
    checkWords<ScaleKind>(4);
    checkWords<MaskKind>(3);
    checkWords<MapName>(13);
    checkWords<Reducer>(2);
    checkWords<NormKind>(3);
    checkWords<Colormap>(5);
    checkWords<RangeKind>(3);
    checkWords<ChartName>(18);
    checkWords<TrainingFigure>(5);
    checkWords<TrainingTask>(2);
    checkWords<Optimizer>(2);
    CHECK(wordOf(MapName::jacobianDiagonal) == "jacobian-diagonal");
    CHECK(listOfWords<NormKind>() == "linear, log or symlog");
}

TEST_CASE("scales are read as they are written") {
    for (const char* text : {"sqrt", "none", "dk", "0.3", "-2", "0", "1e-05"})
        CHECK(textOf(scaleFromText(text)) == text);
    CHECK((scaleFromText("6") == Scale{ScaleKind::factor, 6}));
    for (const char* text :
         {"", "inf", "nan", "fast", "factor", "1e7", "1x", " 1", "1 ", "+1", "0x1", "1e99", "SQRT"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(scaleFromText(text), UsageError);
    }
}

TEST_CASE("masks are read as they are written") {
    for (const char* text : {"causal", "causal-end", "window:3", "window:9,0", "window:0"})
        CHECK(textOf(maskFromText(text).value()) == text);
    CHECK((maskFromText("window:4") == Mask{MaskKind::window, 4, 4}));
    CHECK((maskFromText("window:2,5") == Mask{MaskKind::window, 2, 5}));
    CHECK_FALSE(maskFromText("none"));
    for (const char* text : {"", "window", "window:", "window:-1", "window:1,2,3", "window:1,", "window:,1",
                             "window:1.5", "window:9999999999", "window:a", "causal ", "full"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(maskFromText(text), UsageError);
    }
}
