#include "core/base/error.h"
#include "core/scene/presets.h"
#include "core/scene/validate.h"
#include "tests/catch.h"

#include <algorithm>

using namespace softscope;

TEST_CASE("the presets are there, in order, and say what they show") {
    const auto& all = presets();
    REQUIRE(all.size() >= 9);
    CHECK(all.front().name == firstPreset);
    for (const char* name : {"sentence", "worked-example", "saturation", "frozen", "gaussian", "projection", "causal",
                             "minilm-previous-token", "minilm-broad"}) {
        CAPTURE(name);
        CHECK(preset(name).name == name);
    }
    for (const Preset& one : all) {
        CAPTURE(one.name);
        CHECK_NOTHROW(validate(one.scene));
        CHECK_FALSE(one.title.empty());
        CHECK(one.sentence.size() > 20);
        CHECK(one.sentence.find_first_of("\t\n") == std::string::npos);
    }
}

TEST_CASE("the first start shows a sentence") {
    const Scene& scene = preset(firstPreset).scene;
    CHECK(scene.source.tokens == 27);
    REQUIRE(scene.source.labels.size() == 27);
    CHECK(scene.source.labels[10] == "it");
    CHECK(scene.selection.row == 10);
}

TEST_CASE("the Gaussian preset is the default scene") {
    CHECK((preset("gaussian").scene == Scene()));
}

TEST_CASE("a preset that is not there is refused with the names of those that are") {
    try {
        preset("nope");
        FAIL("it was found");
    } catch (const UsageError& error) {
        const std::string sentence = error.what();
        CHECK(sentence.find("“nope” is no preset") == 0);
        CHECK(sentence.find("worked-example") != std::string::npos);
    }
}
