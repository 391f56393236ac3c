#include "ui/charts/training_chart.h"

#include "tests/catch.h"
#include "tests/ui/support/wait.h"
#include "ui/charts/training_controls.h"

#include <QLineSeries>
#include <QMenu>
#include <QSlider>
#include <QToolButton>

#include <cmath>
#include <memory>

using namespace softscope;

namespace {

Scene smallScene() {
    Scene scene = trainingScene();
    scene.source.tokens = 6;
    scene.source.dModel = 8;
    scene.source.dK = 16;
    scene.training.steps = 12;
    return scene;
}

struct Stage {
    Stage() {
        session.reset(smallScene(), {});
        chart = std::make_unique<TrainingChart>(&session);
        chart->resize(400, 200);
        chart->show();
        chart->controls()->show();
        started = test::waitFor([&] { return !chart->busy() && !chart->history().empty(); });
    }
    void press(const char* name) {
        auto* const button = chart->controls()->findChild<QToolButton*>(QString::fromLatin1(name));
        REQUIRE(button);
        REQUIRE(button->isEnabled());
        button->click();
    }
    bool settle() {
        return test::waitFor([&] { return !chart->busy(); });
    }
    Session session;
    std::unique_ptr<TrainingChart> chart;
    bool started = false;
};

/// What training by itself gives.
std::vector<TrainingStep> trained(const Scene& scene) {
    std::vector<TrainingStep> steps;
    LockStep training(scene, buildHead(scene));
    steps.push_back(training.now());
    for (Index step = 0; step < scene.training.steps; ++step) {
        training.advance();
        steps.push_back(training.now());
    }
    return steps;
}

} // namespace

TEST_CASE("a training chart begins at step 0 and goes by steps to the end, the same as training by itself",
          "[training_chart]") {
    Stage stage;
    REQUIRE(stage.started);
    CHECK(stage.chart->history().last() == 0);
    stage.press("step");
    REQUIRE(stage.settle());
    CHECK(stage.chart->history().last() == 1);
    stage.press("end");
    REQUIRE(stage.settle());
    const std::vector<TrainingStep> want = trained(smallScene());
    REQUIRE(stage.chart->history().last() == 12);
    CHECK_FALSE(stage.chart->playing());
    for (Index step = 0; step <= 12; ++step)
        for (const std::size_t copy : {0, 1}) {
            const TrainingMeasure &got = stage.chart->history().at(step).measures[copy],
                                  &one = want[std::size_t(step)].measures[copy];
            CHECK(got.loss == one.loss);
            CHECK(got.weights == one.weights);
            CHECK(stage.chart->line(copy == 1)->at(int(step)) == QPointF(double(step), std::log10(one.loss)));
        }
}

TEST_CASE("pausing a run loses nothing, and it goes on as if it had not been", "[training_chart]") {
    Stage stage;
    REQUIRE(stage.started);
    constexpr Index many = 400; // seconds of play
    stage.session.edit("steps", [](Scene& scene) { scene.training.steps = many; });
    stage.press("play");
    REQUIRE(test::waitFor([&] { return stage.chart->history().last() >= 3; }));
    stage.press("play"); // which is Pause now
    CHECK_FALSE(stage.chart->playing());
    REQUIRE(stage.settle());
    const Index paused = stage.chart->history().last();
    CHECK(paused < many);
    stage.press("end");
    REQUIRE(stage.settle());
    REQUIRE(stage.chart->history().last() == many);
    Scene scene = smallScene();
    scene.training.steps = many;
    CHECK(stage.chart->history().at(many).measures[1].weights == trained(scene).back().measures[1].weights);
}

TEST_CASE("the scrubber goes back through the run", "[training_chart]") {
    Stage stage;
    REQUIRE(stage.started);
    stage.press("end");
    REQUIRE(stage.settle());
    auto* const scrubber = stage.chart->controls()->findChild<QSlider*>();
    REQUIRE(scrubber);
    CHECK(scrubber->maximum() == 12);
    CHECK(scrubber->value() == 12);
    const QImage end = stage.chart->grab().toImage();
    scrubber->setValue(0);
    CHECK(stage.chart->shownStep() == 0);
    CHECK(stage.chart->subtitle().startsWith("step 0: "));
    CHECK(stage.chart->grab().toImage() != end);
    stage.press("reset");
    REQUIRE(stage.settle());
    CHECK(stage.chart->history().last() == 0);
}

TEST_CASE("another task, optimizer or head is another run, another figure is not", "[training_chart]") {
    Stage stage;
    REQUIRE(stage.started);
    stage.press("end");
    REQUIRE(stage.settle());
    stage.session.edit("figure", [](Scene& scene) { scene.training.figure = TrainingFigure::accuracy; });
    REQUIRE(stage.settle());
    CHECK(stage.chart->history().last() == 12);
    CHECK(stage.chart->line(true)->at(12).y() == stage.chart->history().at(12).measures[1].accuracy);
    stage.session.edit("task", [](Scene& scene) { scene.training.task = TrainingTask::fresh; });
    REQUIRE(stage.settle());
    CHECK(stage.chart->history().last() == 0);
    stage.session.undo();
    REQUIRE(stage.settle());
    // A head that is not projected: the contract's own.
    stage.session.edit("source", [](Scene& scene) { scene.source.kind = SourceKind::gaussian; });
    REQUIRE(stage.settle());
    CHECK(stage.chart->history().at(0).measures[0].weights.rows() == 16);
    CHECK(stage.chart->subtitle().contains("a head of 16 tokens, dₖ = 512, since this one has no W_Q"));
}
