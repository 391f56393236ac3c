#include "ui/panels/head_panel.h"

#include "core/scene/presets.h"
#include "tests/ui/panels/panel_test.h"
#include "ui/panels/muted_label.h"
#include "ui/panels/number_field.h"
#include "ui/panels/seed_control.h"
#include "ui/panels/value_control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>

using namespace softscope;
using namespace softscope::test;

namespace {

struct Stage {
    explicit Stage(const Scene& scene = gaussianScene(16, 32)) {
        session.reset(scene, {});
        panel = std::make_unique<HeadPanel>(&session);
        panel->resize(280, 500);
        panel->show();
        QApplication::setActiveWindow(panel.get());
    }
    Session session;
    std::unique_ptr<HeadPanel> panel;
};

void choose(QComboBox* combo, int row) {
    REQUIRE(row >= 0);
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

void type(QWidget* field, const char* text) {
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

} // namespace

TEST_CASE("the sizes and sigmas of a Gaussian head are edited one by one", "[panels]") {
    Stage stage;
    Scene want = stage.session.scene();
    const auto set = [&](const char* name, const char* text) {
        type(child<ValueControl>(*stage.panel, name)->field(), text);
    };
    set("tokens", "24");
    want.source.tokens = 24;
    set("dK", "48");
    want.source.dK = 48;
    set("sigmaQ", "2.5");
    want.source.sigmaQ = 2.5;
    set("sigmaK", "0,5");
    want.source.sigmaK = 0.5;
    CHECK(stage.session.scene() == want);
    CHECK(undoSteps(stage.session) == 4);
    CHECK_FALSE(child<ValueControl>(*stage.panel, "dModel")->isVisible());
    REQUIRE(rest(stage.session));
    CHECK(child<MutedLabel>(*stage.panel, "shape")->text() == QString::fromUtf8("Q 24 × 48   K 24 × 48   V 24 × 48"));
}

TEST_CASE("d_v equals d_k until it is let go", "[panels]") {
    Stage stage;
    auto* same = child<QCheckBox>(*stage.panel, "dVIsDK");
    auto* dV = child<ValueControl>(*stage.panel, "dV");
    CHECK(same->isChecked());
    CHECK_FALSE(dV->isEnabled());
    CHECK(dV->value() == 32);
    QTest::mouseClick(same, Qt::LeftButton, {}, {8, same->height() / 2});
    CHECK(stage.session.scene().source.dV == 32);
    CHECK(dV->isEnabled());
    type(dV->field(), "8");
    CHECK(stage.session.scene().source.dV == 8);
    QTest::mouseClick(same, Qt::LeftButton, {}, {8, same->height() / 2});
    CHECK_FALSE(stage.session.scene().source.dV.has_value());
    CHECK(dV->value() == 32);
    CHECK(undoSteps(stage.session) == 3);
}

TEST_CASE("a seed is typed or thrown, and each can be taken back", "[panels]") {
    Stage stage;
    auto* seed = stage.panel->findChild<SeedControl*>();
    type(seed->field(), "18446744073709551615");
    CHECK(stage.session.scene().source.seed == 18446744073709551615U);
    type(seed->field(), "18446744073709551616"); // one more than 64 bits hold
    CHECK(stage.session.scene().source.seed == 18446744073709551615U);
    CHECK(seed->field()->text() == "18446744073709551615");
    QTest::mouseClick(seed->dice(), Qt::LeftButton);
    CHECK(stage.session.scene().source.seed < 1'000'000);
    CHECK(seed->field()->text() == QString::number(stage.session.scene().source.seed));
    CHECK(undoSteps(stage.session) == 2);
    stage.session.undo();
    CHECK(seed->field()->text() == "18446744073709551615");
}

TEST_CASE("another kind of source shows its own rows and keeps the rest", "[panels]") {
    Stage stage;
    auto* kind = child<QComboBox>(*stage.panel, "kind");
    choose(kind, kind->findData(static_cast<int>(SourceKind::projection)));
    Scene want = gaussianScene(16, 32);
    want.source.kind = SourceKind::projection;
    CHECK(stage.session.scene() == want);
    auto* model = child<ValueControl>(*stage.panel, "dModel");
    CHECK(model->isVisible());
    type(model->field(), "96");
    CHECK(stage.session.scene().source.dModel == 96);
    choose(kind, kind->findData(static_cast<int>(SourceKind::workedExample)));
    CHECK_FALSE(child<ValueControl>(*stage.panel, "dK")->isVisible());
    CHECK_FALSE(model->isVisible());
    REQUIRE(rest(stage.session));
    CHECK(child<MutedLabel>(*stage.panel, "shape")->text().startsWith(QString::fromUtf8("Q 3 × 4")));
    choose(kind, kind->findData(static_cast<int>(SourceKind::projection)));
    CHECK(stage.session.scene().source.dModel == 96);
}

TEST_CASE("a head of a model: its file, its layer and its head are picked", "[panels]") {
    Stage stage(preset("minilm-previous-token").scene);
    REQUIRE(rest(stage.session));
    auto* layer = child<QComboBox>(*stage.panel, "layer");
    auto* head = child<NumberField>(*stage.panel, "head");
    CHECK(child<MutedLabel>(*stage.panel, "file")->text() == "minilm.safetensors");
    CHECK(layer->count() == 6);
    CHECK(layer->currentText() == "0");
    CHECK(head->value() == 2);
    CHECK_FALSE(child<NumberField>(*stage.panel, "batch")->isVisible());
    CHECK_FALSE(child<ValueControl>(*stage.panel, "dK")->isVisible());
    choose(layer, 5);
    type(head, "12"); // there are twelve, from 0
    CHECK(head->value() == 11);
    type(head, "7");
    Scene want = preset("minilm-previous-token").scene;
    want.source.tensors.layer = 5;
    want.source.tensors.head = 7;
    CHECK(stage.session.scene().source == want.source);
    CHECK(undoSteps(stage.session) == 3);
    REQUIRE(rest(stage.session));
    CHECK(child<MutedLabel>(*stage.panel, "shape")->text() == QString::fromUtf8("Q 27 × 32   K 27 × 32   V 27 × 32"));
    CHECK_FALSE(child<MutedLabel>(*stage.panel, "origin")->text().isEmpty());
    while (stage.session.canUndo())
        stage.session.undo();
    CHECK(layer->currentText() == "0");
    CHECK(head->value() == 2);
}

TEST_CASE("the tab needs no more than 280 pixels and never scrolls sideways", "[panels]") {
    Scene scene = gaussianScene(16, 32);
    scene.source.kind = SourceKind::projection;
    Stage stage(scene);
    CHECK(stage.panel->minimumSizeHint().width() <= 280);
    CHECK(stage.panel->widget()->minimumSizeHint().width() <= stage.panel->viewport()->width());
}
