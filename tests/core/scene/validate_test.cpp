#include "core/base/error.h"
#include "core/scene/limits.h"
#include "core/scene/validate.h"
#include "tests/catch.h"

#include <functional>
#include <limits>

using namespace softscope;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string refusal(const std::function<void(Scene&)>& change) {
    Scene scene;
    change(scene);
    try {
        validate(scene);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST_CASE("what is within the limits is accepted, ends included") {
    CHECK(refusal([](Scene&) {}) == "accepted");
    CHECK(refusal([](Scene& s) { s.source.tokens = limits::tokens; }) == "accepted");
    CHECK(refusal([](Scene& s) { s.source.tokens = 1; }) == "accepted");
    CHECK(refusal([](Scene& s) { s.source.sigmaQ = limits::sigmaLow; }) == "accepted");
    CHECK(refusal([](Scene& s) { s.softmax.scale = {ScaleKind::factor, -limits::factorHigh}; }) == "accepted");
    CHECK(refusal([](Scene& s) { s.figure.height = 0; }) == "accepted");
    CHECK(refusal([](Scene& s) { s.view.region = Region{0, 1, 0, 1}; }) == "accepted");
}

TEST_CASE("numbers that are none are refused wherever they stand") {
    const std::pair<const char*, std::function<double&(Scene&)>> numbers[] = {
        {"source.sigma_q", [](Scene& s) -> double& { return s.source.sigmaQ; }},
        {"source.sigma_k", [](Scene& s) -> double& { return s.source.sigmaK; }},
        {"softmax.scale.factor", [](Scene& s) -> double& { return s.softmax.scale.factor; }},
        {"softmax.temperature", [](Scene& s) -> double& { return s.softmax.temperature; }},
        {"softmax.softcap", [](Scene& s) -> double& { return s.softmax.softcap.emplace(); }},
        {"edits[0].amount", [](Scene& s) -> double& { return s.edits.emplace_back().amount; }},
        {"view.places[1].display.range.percentile",
         [](Scene& s) -> double& { return s.view.places[1].display.range.percentile; }},
        {"view.places[2].display.range.low", [](Scene& s) -> double& { return s.view.places[2].display.range.low; }},
        {"figure.place.display.range.high", [](Scene& s) -> double& { return s.figure.place.display.range.high; }},
        {"figure.dpi", [](Scene& s) -> double& { return s.figure.dpi; }},
    };
    for (const auto& [path, field] : numbers) {
        for (const double value : {notANumber, infinity, -infinity}) {
            const std::string sentence = refusal([&field = field, value](Scene& s) { field(s) = value; });
            CAPTURE(path, value, sentence);
            CHECK(sentence.find(path) == 0);
        }
    }
}

TEST_CASE("a log norm takes no fixed range that begins at or below 0") {
    const auto withRange = [](NormKind norm, RangeKind kind, double low) {
        return refusal([=](Scene& s) {
            s.figure.place.display.norm = norm;
            s.figure.place.display.range = {kind, 0, low, 1};
        });
    };
    for (const double low : {-1.0, 0.0, -0.0}) {
        CHECK(withRange(NormKind::log, RangeKind::fixed, low).find("a log norm takes a range that begins above 0.") !=
              std::string::npos);
        CHECK(withRange(NormKind::log, RangeKind::automatic, low) == "accepted");
        CHECK(withRange(NormKind::symlog, RangeKind::fixed, low) == "accepted");
    }
    CHECK(withRange(NormKind::log, RangeKind::fixed, 1e-30) == "accepted");
}

TEST_CASE("the selection must be inside a head of known size") {
    CHECK(refusal([](Scene& s) { s.selection.row = 63; }) == "accepted");
    CHECK(refusal([](Scene& s) { s.selection.row = 64; }) == "selection.row is 64; it may be 0 to 63.");
    CHECK(refusal([](Scene& s) {
              s.source.kind = SourceKind::workedExample;
              s.selection.key = 3;
          }) == "selection.key is 3; it may be 0 to 2.");
    CHECK(refusal([](Scene& s) {
              s.source.kind = SourceKind::tensors;
              s.source.tensors.path = "a.safetensors";
              s.selection.row = 5000;
          }) == "accepted");
}

TEST_CASE("fitted brings the selection and the region inside") {
    Scene scene;
    scene.selection = {63, 40};
    scene.view.region = Region{10, 50, 20, 60};
    const Scene inside = fitted(scene, 30, 41);
    CHECK((inside.selection == Selection{29, 40}));
    CHECK((inside.view.region == Region{10, 30, 20, 41}));
    CHECK_FALSE(fitted(scene, 10, 64).view.region);
    CHECK_FALSE(fitted(scene, 64, 20).view.region);
    CHECK((fitted(scene, 64, 64) == scene));
}

TEST_CASE("sizes are known where no file decides them") {
    Source source;
    CHECK((knownTokens(source) == 64 && knownDK(source) == 64));
    source.kind = SourceKind::workedExample;
    CHECK((knownTokens(source) == 3 && knownDK(source) == 4));
    source.kind = SourceKind::saturation;
    CHECK((knownTokens(source) == 2 && knownDK(source) == 64));
    source.kind = SourceKind::tensors;
    CHECK_FALSE((knownTokens(source) || knownDK(source)));
}

TEST_CASE("a fixed range that is too narrow for colours is refused") {
    const auto ranged = [](double low, double high) {
        return refusal([=](Scene& s) { s.figure.place.display.range = {RangeKind::fixed, 1, low, high}; });
    };
    for (const double low : {0.0, 1.0, -1.0, 40.0, 1e-300, -1e300, 1.7e308}) {
        const std::string sentence = ranged(low, std::nextafter(low, infinity));
        CAPTURE(low, sentence);
        CHECK(sentence.find("figure.place.display.range.low is ") == 0);
        CHECK(sentence.find("they are too close to spread colours between them.") != std::string::npos);
    }
    CHECK(ranged(0, 5e-324) ==
          "figure.place.display.range.low is 0 and high 5e-324; they are too close to spread colours between them.");
    CHECK(ranged(40, 40 + 1e-12) == "accepted");
    CHECK(ranged(0, 1e-300) == "accepted");
    CHECK(ranged(-1.7e308, 1.7e308) == "accepted");
    // Two neighbouring cells of a map are wide enough apart, the least ones too.
    CHECK(ranged(0, static_cast<double>(std::numeric_limits<float>::denorm_min())) == "accepted");
    CHECK(ranged(1, static_cast<double>(std::nextafter(1.F, 2.F))) == "accepted");
}
