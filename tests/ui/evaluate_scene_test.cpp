#include "ui/evaluate_scene.h"

#include "core/base/error.h"
#include "core/base/resources.h"
#include "tests/catch.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <random>

using namespace softscope;

namespace {

Scene firstScene() {
    Scene scene;
    scene.source.tokens = 40;
    scene.source.dK = 24;
    return scene;
}

SceneRequest requestFor(const Scene& scene, CellBudget budget = {}) {
    return {1, scene, budget, {}};
}

bool close(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-5F * std::abs(b) + 1e-30F;
}

void checkSame(const VectorF& a, const VectorF& b) {
    REQUIRE(a.size() == b.size());
    bool same = true;
    for (Index i = 0; i < a.size(); ++i)
        same = same && close(a[i], b[i]);
    CHECK(same);
}

void checkSame(const Frame& a, const Frame& b) {
    CHECK(a.options == b.options);
    REQUIRE(a.rows.size() == b.rows.size());
    for (std::size_t i = 0; i < a.rows.size(); ++i)
        CHECK(a.rows[i].entropy == Approx(b.rows[i].entropy).epsilon(1e-6));
    CHECK(a.logits.variance == Approx(b.logits.variance));
    REQUIRE(a.selected.has_value());
    REQUIRE(b.selected.has_value());
    CHECK(a.selected->row == b.selected->row);
    checkSame(a.selected->weights, b.selected->weights);
    checkSame(a.selected->jacobian, b.selected->jacobian);
}

void checkSame(const Shown& a, const Shown& b) {
    CHECK(a.scene == b.scene);
    CHECK(a.frameIsScaled == b.frameIsScaled);
    checkSame(a.frame, b.frame);
    checkSame(a.other, b.other);
    REQUIRE(a.maps.size() == b.maps.size());
    for (std::size_t i = 0; i < a.maps.size(); ++i) {
        const Map& left = a.maps[i].map;
        const Map& right = b.maps[i].map;
        CHECK(left.name == right.name);
        CHECK(left.region == right.region);
        REQUIRE(left.cells.rows() == right.cells.rows());
        REQUIRE(left.cells.cols() == right.cells.cols());
        bool same = true;
        for (Index cell = 0; cell < left.cells.size(); ++cell)
            same = same && close(left.cells.data()[cell], right.cells.data()[cell]);
        CHECK(same);
        CHECK(a.maps[i].picture.scale.low == Approx(b.maps[i].picture.scale.low));
        CHECK(a.maps[i].picture.scale.high == Approx(b.maps[i].picture.scale.high));
        CHECK(a.maps[i].picture.scale.colormap == b.maps[i].picture.scale.colormap);
    }
    CHECK(a.distribution.variance == Approx(b.distribution.variance));
    CHECK(a.summary.entropy.mean == Approx(b.summary.entropy.mean));
}

/// One of the things that a person does in the window.
void changeAtRandom(Scene& scene, CellBudget& budget, std::mt19937& random) {
    const auto upTo = [&](int most) { return int(random() % unsigned(most + 1)); };
    const auto maps = {MapName::scores,      MapName::scaled, MapName::weights, MapName::jacobian,
                       MapName::rowJacobian, MapName::output, MapName::gradK,   MapName::k};
    MapPlace& place = scene.view.places[std::size_t(upTo(2))];
    switch (upTo(11)) {
    case 0:
        scene.source.dK = 1 + upTo(40);
        break;
    case 1:
        scene.softmax = withOtherScale(scene.softmax);
        break;
    case 2:
        scene.view.compare = !scene.view.compare;
        break;
    case 3:
        scene.selection = {upTo(39), upTo(39)};
        break;
    case 4:
        place.map = maps.begin()[upTo(int(maps.size()) - 1)];
        break;
    case 5:
        place.display.norm = upTo(1) == 0 ? NormKind::linear : NormKind::symlog;
        break;
    case 6:
        place.display.colormap = upTo(1) == 0 ? Colormap::cividis : Colormap::automatic;
        break;
    case 7:
        scene.view.region = upTo(1) == 0 ? std::optional(Region{3, 20, 5, 37}) : std::nullopt;
        break;
    case 8:
        budget = upTo(1) == 0 ? CellBudget{16, 9} : CellBudget{};
        break;
    case 9:
        scene.softmax.masks = upTo(1) == 0 ? std::vector<Mask>{{MaskKind::causal, 0, 0}} : std::vector<Mask>{};
        break;
    case 10:
        scene.view.reduce = upTo(1) == 0 ? Reducer::mean : Reducer::maximum;
        break;
    default:
        scene.softmax.temperature = 1 + upTo(3);
        break;
    }
}

} // namespace

TEST_CASE("What an evaluator remembers does not change what comes out", "[evaluate_scene]") {
    const unsigned seed = std::random_device()();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    SceneEvaluator evaluator;
    Scene scene = firstScene();
    CellBudget budget;
    for (int step = 0; step < 120; ++step) {
        const ShownPointer shown = evaluator.evaluate(requestFor(scene, budget), {});
        const ShownPointer fresh = SceneEvaluator().evaluate(requestFor(scene, budget), {});
        checkSame(*shown, *fresh);
        CHECK(fitsBudget(*shown, budget));
        changeAtRandom(scene, budget, random);
    }
}

TEST_CASE("Another colour map and another row keep the head and its rows", "[evaluate_scene]") {
    SceneEvaluator evaluator;
    Scene scene = firstScene();
    const ShownPointer before = evaluator.evaluate(requestFor(scene), {});
    scene.view.places[1].display.colormap = Colormap::magma;
    scene.selection.row = 7;
    const ShownPointer after = evaluator.evaluate(requestFor(scene), {});
    CHECK(after->head == before->head);
    CHECK(after->maps[1].map.cells == before->maps[1].map.cells);
    CHECK(after->maps[1].picture.pixels != before->maps[1].picture.pixels);
    CHECK(after->frame.selected->row == 7);
}

TEST_CASE("Compare puts the scaled maps above the unscaled ones, whichever the scene has", "[evaluate_scene]") {
    Scene scene = firstScene();
    scene.view.compare = true;
    scene.softmax.scale.kind = GENERATE(ScaleKind::sqrt, ScaleKind::none);
    const ShownPointer shown = SceneEvaluator().evaluate(requestFor(scene), {});
    REQUIRE(shown->maps.size() == 6);
    const Frame& scaled = shown->frameIsScaled ? shown->frame : shown->other;
    const Frame& unscaled = shown->frameIsScaled ? shown->other : shown->frame;
    CHECK(unscaled.options.scale == 1);
    CHECK(shown->maps[1].map.cells.row(0).transpose().isApprox(scaled.selected->weights));
    CHECK(shown->maps[4].map.cells.row(0).transpose().isApprox(unscaled.selected->weights));
    CHECK(shown->maps[0].picture.scale.high < shown->maps[3].picture.scale.high);
    CHECK(shown->maps[1].picture.scale == shown->maps[4].picture.scale);
    CHECK(shown->maps[2].picture.scale == shown->maps[5].picture.scale);
}

TEST_CASE("A locked place keeps its ends under another norm", "[evaluate_scene]") {
    SceneEvaluator evaluator;
    Scene scene = firstScene();
    const ShownPointer before = evaluator.evaluate(requestFor(scene), {});
    SceneRequest request = requestFor(scene);
    request.locks[0] = lockOf(*before, 0);
    request.scene.source.dK = 5;
    CHECK(evaluator.evaluate(request, {})->maps[0].picture.scale == before->maps[0].picture.scale);
    request.scene.view.places[0].display.norm = NormKind::symlog;
    const ColorScale scale = evaluator.evaluate(request, {})->maps[0].picture.scale;
    CHECK(scale.norm == NormKind::symlog);
    CHECK(scale.low == Approx(before->maps[0].picture.scale.low));
    CHECK(scale.high == Approx(before->maps[0].picture.scale.high));
}

TEST_CASE("An evaluation that is stopped is Cancelled and leaves the evaluator as it was", "[evaluate_scene]") {
    SceneEvaluator evaluator;
    const Scene scene = firstScene();
    evaluator.evaluate(requestFor(scene), {});
    std::stop_source source;
    source.request_stop();
    Scene other = scene;
    other.source.dK = 60;
    CHECK_THROWS_AS(evaluator.evaluate(requestFor(other), source.get_token()), Cancelled);
    checkSame(*evaluator.evaluate(requestFor(other), {}), *SceneEvaluator().evaluate(requestFor(other), {}));
}

TEST_CASE("A tensor file is opened once, and again where it changed", "[evaluate_scene]") {
    const std::filesystem::path heads = resourceFolder() / "heads" / "minilm.safetensors";
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("softscope-reread-" + std::to_string(std::random_device()()));
    std::filesystem::copy_file(heads, file);
    Scene scene;
    scene.source.kind = SourceKind::tensors;
    scene.source.tensors.path = file.string();
    scene.source.tensors.layer = 0;
    scene.source.tensors.head = 0;
    SceneEvaluator evaluator;
    const ShownPointer first = evaluator.evaluate(requestFor(scene), {});
    REQUIRE(first->choices);
    CHECK(first->choices->heads == 12);
    scene.edits.push_back({Role::q, 0, EditKind::norm, 0, 0, 1, 3.0});
    const ShownPointer edited = evaluator.evaluate(requestFor(scene), {});
    CHECK(edited->head != first->head);
    CHECK(edited->choices == first->choices);
    const ShownPointer again = evaluator.evaluate(requestFor(scene), {});
    CHECK(again->head == edited->head);

    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
    const ShownPointer reread = evaluator.evaluate(requestFor(scene), {});
    CHECK(reread->head != edited->head);
    CHECK(reread->choices != edited->choices);
    CHECK(reread->head->q == edited->head->q);
    std::filesystem::remove(file);
}

TEST_CASE("The sentence comes with the result", "[evaluate_scene]") {
    SceneEvaluator evaluator;
    const ShownPointer shown = evaluator.evaluate(requestFor(firstScene()), {});
    CHECK_FALSE(shown->sentence.empty());
    CHECK(shown->sentence == liveSentence(*shown->head, shown->frame, shown->other, shown->scene.softmax));
}

TEST_CASE("A long evaluation shows a first picture, then more, and the same in the end", "[evaluate_scene]") {
    Scene scene;
    scene.source.tokens = 5000;
    scene.source.dK = 16;
    scene.selection.row = 4321;
    scene.view.compare = GENERATE(false, true);
    scene.view.places[2].map = MapName::output;
    const CellBudget budget{200, 100};
    std::vector<ShownPointer> parts;
    SceneEvaluator evaluator;
    const ShownPointer last =
        evaluator.evaluate(requestFor(scene, budget), {}, [&](const ShownPointer& part) { parts.push_back(part); });
    CHECK(last->coverage.complete());
    checkSame(*last, *SceneEvaluator().evaluate(requestFor(scene, budget), {}));
    REQUIRE_FALSE(parts.empty());
    int step = 0;
    Index rows = 0;
    for (const ShownPointer& part : parts) {
        CHECK(part->number == last->number);
        CHECK(part->step > step);
        CHECK_FALSE(part->coverage.complete());
        CHECK(part->coverage.of == 5000);
        CHECK(part->coverage.rows > 0);
        CHECK(part->coverage.expected > 0);
        CHECK(part->frame.rows.empty()); // statistics come with all rows
        CHECK(part->sentence.find("rows so far") != std::string::npos);
        CHECK(part->frame.options == last->frame.options);
        CHECK(part->other.options == last->other.options);
        checkSame(part->frame.selected->weights, last->frame.selected->weights);
        REQUIRE(part->maps.size() == last->maps.size());
        for (std::size_t m = 0; m < part->maps.size(); ++m) {
            const Map& map = part->maps[m].map;
            CHECK(map.region == last->maps[m].map.region);
            CHECK(map.poolCols == last->maps[m].map.poolCols);
            CHECK(map.cells.allFinite());
            CHECK(map.cells.maxCoeff() <= last->maps[m].map.cells.maxCoeff()); // of fewer cells
            CHECK(part->maps[m].picture.height == map.cells.rows());
        }
        step = part->step;
        rows = std::max(rows, part->coverage.rows);
    }
    CHECK(parts.front()->coverage.rows == parts.front()->maps.front().map.cells.rows());
    CHECK(last->step > step);
}

TEST_CASE("A long evaluation of a part keeps the statistics that are known", "[evaluate_scene]") {
    Scene scene;
    scene.source.tokens = 6000;
    scene.source.dK = 8;
    SceneEvaluator evaluator;
    const ShownPointer before = evaluator.evaluate(requestFor(scene), {});
    scene.view.region = {1000, 5990, 0, 6000};
    std::vector<ShownPointer> parts;
    const ShownPointer after =
        evaluator.evaluate(requestFor(scene), {}, [&](const ShownPointer& part) { parts.push_back(part); });
    REQUIRE_FALSE(parts.empty());
    for (const ShownPointer& part : parts) {
        CHECK(part->frame.rows.size() == 6000);
        CHECK(part->coverage.of == 4990);
        CHECK(part->sentence == before->sentence);
    }
    CHECK(after->sentence == before->sentence);
}

TEST_CASE("A long evaluation can be stopped by whoever gets its first picture", "[evaluate_scene]") {
    Scene scene;
    scene.source.tokens = 6000;
    scene.source.dK = 8;
    std::stop_source source;
    int shown = 0;
    CHECK_THROWS_AS(SceneEvaluator().evaluate(requestFor(scene), source.get_token(),
                                              [&](const ShownPointer&) {
                                                  ++shown;
                                                  source.request_stop();
                                              }),
                    Cancelled);
    CHECK(shown == 1);
}
