#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "core/scene/validate.h"
#include "tests/catch.h"
#include "tests/support/random_scene.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace softscope;

namespace {

const std::string head = R"("format": "softscope-scene", "version": 1)";

std::string refusal(const std::string& text) {
    try {
        sceneFromJson(text);
    } catch (const UsageError&) {
        return "a UsageError, which would exit with 2";
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

/// A scene with one more or another field.
std::string with(const std::string& fields) {
    return "{" + head + ", " + fields + "}";
}

void checkRefused(const std::string& text, const std::string& part) {
    const std::string sentence = refusal(text);
    CAPTURE(text.substr(0, 200), sentence);
    CHECK(sentence.find(part) != std::string::npos);
    CHECK(sentence.find('\n') == std::string::npos);
}

} // namespace

TEST_CASE("a scene comes back from its JSON as it was") {
    support::RandomScene random(20261130);
    for (int i = 0; i < 300; ++i) {
        const Scene scene = random.scene();
        REQUIRE_NOTHROW(validate(scene));
        const std::string text = toJson(scene);
        CAPTURE(text);
        const Scene back = sceneFromJson(text);
        REQUIRE((back == scene));
        REQUIRE(toJson(back) == text);
    }
}

TEST_CASE("the JSON of a scene has every field, two spaces and a last line end") {
    const std::string text = toJson(Scene());
    CHECK(text.starts_with("{\n  \"format\": \"softscope-scene\",\n  \"version\": 1,\n  \"source\": {\n"));
    CHECK(text.ends_with("}\n"));
    const auto object = nlohmann::json::parse(text);
    CHECK(object.size() == 12);
    CHECK(object["source"].size() == 10);
    CHECK(object["source"]["d_v"].is_null());
    CHECK(object["softmax"]["scale"] == nlohmann::json{{"kind", "sqrt"}, {"factor", 1.0}});
    CHECK(object["view"]["places"][2]["map"] == "jacobian");
}

TEST_CASE("missing fields keep their defaults") {
    CHECK((sceneFromJson("{" + head + "}") == Scene()));
    Scene scene;
    scene.source.dK = 7;
    CHECK((sceneFromJson(with(R"("source": {"d_k": 7})")) == scene));
}

TEST_CASE("a scene that is not one is refused by name") {
    checkRefused("", "not JSON");
    checkRefused("{", "line 1, column 2");
    checkRefused("{\n  \"format\": x}", "line 2, column 13");
    checkRefused("[]", "not a scene");
    checkRefused("null", "not a scene");
    checkRefused("{}", "format is missing");
    checkRefused(R"({"format": "softscope-preset", "version": 1})", "format is \"softscope-preset\"");
    checkRefused(R"({"format": "softscope-scene"})", "version is missing");
    checkRefused(R"({"format": "softscope-scene", "version": 2})", "version is 2; this program reads version 1");
    checkRefused(R"({"format": "softscope-scene", "version": "1"})", "version is \"1\"");
    checkRefused(with("") + "x", "not JSON");
}

TEST_CASE("unknown fields, wrong types and bad values are refused by their path") {
    const std::pair<std::string, std::string> cases[] = {
        {R"("surprise": 1)", "surprise is not a field"},
        {R"("source": {"surprise": 1})", "source.surprise is not a field"},
        {R"("edits": [{"token": 1}, {"x": 2}])", "edits[1].x is not a field"},
        {R"("source": {"format": "x"})", "source.format is not a field"},
        {R"("source": [])", "source is a list; it must be an object"},
        {R"("source": {"tokens": "4"})", "source.tokens is \"4\"; it must be a whole number"},
        {R"("source": {"tokens": 4.5})", "source.tokens is 4.5"},
        {R"("source": {"tokens": true})", "source.tokens is true"},
        {R"("source": {"tokens": null})", "source.tokens is null"},
        {R"("source": {"tokens": 0})", "source.tokens is 0; it may be 1 to 1048576"},
        {R"("source": {"tokens": 18446744073709551615})", "source.tokens is 18446744073709551615"},
        {R"("source": {"tokens": 1e300})", "source.tokens is 1e+300"},
        {R"("source": {"seed": -1})", "source.seed is -1; it must be a whole number from 0"},
        {R"("source": {"seed": 1.5})", "source.seed is 1.5"},
        {R"("source": {"sigma_q": 0})", "source.sigma_q is 0"},
        {R"("source": {"sigma_q": NaN})", "not JSON"},
        {R"("source": {"sigma_q": 1e999})", "not JSON"},
        {R"("source": {"kind": "magic"})", "source.kind is \"magic\"; it must be gaussian, projection"},
        {R"("source": {"kind": 3})", "source.kind is 3"},
        {R"("source": {"kind": "tensors"})", "source.tensors.path is empty"},
        {R"("source": {"labels": "abc"})", "source.labels is \"abc\"; it must be a list"},
        {R"("source": {"labels": ["a", 2]})", "source.labels[1] is 2; it must be text"},
        {R"("softmax": {"scale": "sqrt"})", "softmax.scale is \"sqrt\"; it must be an object"},
        {R"("softmax": {"temperature": 0})", "softmax.temperature is 0"},
        {R"("softmax": {"softcap": -1})", "softmax.softcap is -1"},
        {R"("softmax": {"qk_norm": 1})", "softmax.qk_norm is 1; it must be true or false"},
        {R"("softmax": {"masks": [{"kind": "window", "left": -1}]})", "softmax.masks[0].left is -1"},
        {R"("softmax": {"masks": [{}, {}, {}, {}, {}, {}, {}, {}, {}]})", "softmax.masks is 9"},
        {R"("selection": {"row": 64})", "selection.row is 64; it may be 0 to 63"},
        {R"("source": {"kind": "saturation"}, "selection": {"key": 2})", "selection.key is 2"},
        {R"("view": {"places": []})", "view.places is a list; it must be a list of 3"},
        {R"("view": {"region": {"row_begin": 5, "row_end": 5, "col_end": 1}})", "view.region.row_end is 5"},
        {R"("figure": {"width": 0})", "figure.width is 0"},
        {R"("figure": {"height": 40000})", "figure.height is 40000"},
        {R"("figure": {"place": {"display": {"range": {"kind": "fixed", "low": 2, "high": 1}}}})",
         "figure.place.display.range.low is 2"},
        {R"("edits": [{"kind": "turn", "amount": 361}])", "edits[0].amount is 361"},
        {R"("edits": [{"kind": "noise", "amount": -1}])", "edits[0].amount is -1"},
        {R"("edits": [{"token": -1}])", "edits[0].token is -1"},
        {R"("upstream": ["a"])", "upstream is a list; it must be text"},
    };
    for (const auto& [fields, part] : cases)
        checkRefused(with(fields), part);
}

TEST_CASE("a field that stands twice is refused by its path") {
    checkRefused(with(R"("source": {"tokens": 4, "d_k": 2, "tokens": 4})"), "source.tokens stands there twice");
    checkRefused(with(R"("edits": [{"token": 1}, {"token": 1, "token": 2}])"), "edits[1].token stands there twice");
    checkRefused(with(R"("source": {}, "source": {})"), "source stands there twice");
}

TEST_CASE("deep nesting is refused and is no stack overflow") {
    for (const char* open : {"[", "{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 100'000; ++i)
            text += open;
        checkRefused(text, "nested deeper than 32");
    }
    checkRefused(with("\"source\": {\"labels\": " + std::string(31, '[') + std::string(31, ']') + "}"),
                 "nested deeper");
    checkRefused(with("\"source\": {\"labels\": " + std::string(30, '[') + std::string(30, ']') + "}"),
                 "labels[0] is a list");
}

TEST_CASE("long values are cut in messages") {
    const std::string sentence = refusal(with("\"source\": {\"kind\": \"" + std::string(100'000, 'x') + "\"}"));
    CHECK(sentence.size() < 300);
    CHECK(refusal(with("\"" + std::string(100'000, 'y') + "\": 1")).size() < 300);
}

TEST_CASE("labels that are too long or not UTF-8 are refused") {
    checkRefused(with("\"source\": {\"labels\": [\"" + std::string(4097, 'x') + "\"]}"),
                 "source.labels[0] has 4097 bytes");
    checkRefused(with("\"source\": {\"labels\": [\"\xC3\x28\"]}"), "not JSON");
    Scene scene;
    scene.figure.title = "\xFF";
    CHECK_THROWS_AS(validate(scene), UsageError);
}

TEST_CASE("a scene that is refused names the field and its place in the list") {
    const auto sentenceOf = [](const auto& spoil) {
        Scene scene;
        scene.edits.resize(3);
        spoil(scene);
        try {
            validate(scene);
        } catch (const UsageError& refused) {
            return std::string(refused.what());
        }
        return std::string("accepted");
    };
    CHECK(sentenceOf([](Scene& s) { s.edits[2].towards = -1; }).starts_with("edits[2].towards is -1; it may be 0 to "));
    CHECK(sentenceOf([](Scene& s) {
              s.view.places[1].display.range.percentile = 60;
          }).starts_with("view.places[1].display.range.percentile is 60; "));
    CHECK(sentenceOf([](Scene& s) {
              s.figure.place.display.range = {RangeKind::fixed, 1, 3, 2};
          }).starts_with("figure.place.display.range.low is 3 and high 2; "));
    CHECK(sentenceOf([](Scene& s) { s.source.tensors.batch = -2; }).starts_with("source.tensors.batch is -2; "));
    CHECK(sentenceOf([](Scene& s) { s.source.labels = {"a", "\xFF"}; }) == "source.labels[1] is not UTF-8 text.");
}

TEST_CASE("a text with too many values is refused") {
    std::string text = "[0";
    for (int i = 0; i < 4'000'001; ++i)
        text += ",0";
    checkRefused(text + "]", "more than 4000000 values");
}

TEST_CASE("a file is read and written, and named in what is refused") {
    const auto file = std::filesystem::temp_directory_path() / "softscope_scene_json_test.json";
    Scene scene;
    scene.source.tokens = 9;
    writeScene(file, scene);
    CHECK((readScene(file) == scene));
    std::ofstream(file) << "{";
    try {
        readScene(file);
        FAIL("it was read");
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find(file.string() + ": the text is not JSON") == 0);
    }
    std::filesystem::remove(file);
    CHECK_THROWS_AS(readScene(file), Error);
}
