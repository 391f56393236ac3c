#include "ui/heatmap/map_text.h"

#include "core/scene/words.h"
#include "tests/catch.h"
#include "ui/heatmap/axis_labels.h"

#include <QFontMetricsF>
#include <QSet>

using namespace softscope;

TEST_CASE("Every map has a name and a formula of its own, and a line that says how to read it", "[heatmap]") {
    QSet<QString> headings, meanings;
    for (const Word<MapName>& map : words<MapName>()) {
        const MapHeading heading = mapHeading(map.value, Softmax());
        CHECK_FALSE(heading.name.isEmpty());
        CHECK_FALSE(heading.formula.isEmpty());
        headings.insert(heading.name + heading.formula);
        meanings.insert(mapMeaning(map.value, "3"));
    }
    CHECK(headings.size() == qsizetype(words<MapName>().size()));
    CHECK(meanings.size() == qsizetype(words<MapName>().size()));
}

TEST_CASE("The formula of the logits says what is done to them", "[heatmap]") {
    Softmax softmax;
    CHECK(logitFormula(softmax) == "Q Kᵀ ÷ √dₖ");
    softmax.scale.kind = ScaleKind::none;
    CHECK(logitFormula(softmax) == "Q Kᵀ");
    softmax.scale.kind = ScaleKind::dk;
    CHECK(logitFormula(softmax) == "Q Kᵀ ÷ dₖ");
    softmax.scale = {ScaleKind::factor, 0.25};
    softmax.temperature = 2;
    softmax.softcap = 30;
    softmax.qkNorm = true;
    CHECK(logitFormula(softmax) == "Q̂ K̂ᵀ × 0.2500 ÷ 2.000, capped at ±30.00");
    softmax.logLength = true;
    CHECK(logitFormula(softmax) == "Q̂ K̂ᵀ × 0.2500 ÷ 2.000 × ln nₖ, capped at ±30.00");
}

TEST_CASE("Pooled maps say so", "[heatmap]") {
    Map map;
    CHECK(poolingText(map).isEmpty());
    map.poolRows = 10;
    map.poolCols = 4;
    CHECK(poolingText(map) == "largest of 10 × 4 cells");
    map.reduce = Reducer::mean;
    CHECK(poolingText(map) == "mean of 10 × 4 cells");
}

TEST_CASE("Labels are one visible line, whatever they hold", "[heatmap]") {
    CHECK(displayLabel("animal") == "animal");
    CHECK(displayLabel("a<b>&amp;") == "a<b>&amp;");
    CHECK(displayLabel("") == "“”");
    CHECK(displayLabel("  \t ") == "␣");
    CHECK(displayLabel("two\nlines") == "two lines");
    CHECK(displayLabel(",") == "“,”");
    CHECK(displayLabel("...") == "“...”");
    CHECK(displayLabel("it's") == "it's");
    CHECK(displayLabel("مرحبا") == "مرحبا");
    CHECK(displayLabel(std::string(4096, 'x')).size() <= 400);
}

TEST_CASE("The widest label is measured again only when the labels change", "[heatmap]") {
    const std::vector<std::string> words{"a", "a much longer one", "b"};
    const QFont font;
    LabelMeasure measure;
    const AxisText text{nullptr, &words, "key", 0};
    const int widest = measure.widest(text, 3, font);
    CHECK(widest >= int(QFontMetricsF(font).horizontalAdvance("a much longer one")));
    CHECK(measure.widest(text, 3, font) == widest);
    CHECK(measure.widest(text, 1, font) < widest);
    const std::vector<std::string> copy = words;
    CHECK(text.reads({nullptr, &copy, "key", 0}));
    CHECK_FALSE(text.reads({nullptr, &copy, "query", 0}));
    CHECK_FALSE(text.reads({nullptr, nullptr, "key", 0}));
}
