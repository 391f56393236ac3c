#include "ui/panels/softmax_panel.h"

#include "tests/ui/panels/panel_test.h"
#include "ui/panels/muted_label.h"
#include "ui/panels/value_control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace softscope;
using namespace softscope::test;

namespace {

struct Stage {
    Stage() {
        session.reset(gaussianScene(16, 64), {});
        panel = std::make_unique<SoftmaxPanel>(&session);
        panel->resize(280, 500);
        panel->show();
        QApplication::setActiveWindow(panel.get());
    }
    const Softmax& softmax() const { return session.scene().softmax; }
    Session session;
    std::unique_ptr<SoftmaxPanel> panel;
};

void choose(QComboBox* combo, int row) {
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

void tick(QCheckBox* box) {
    QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
}

void add(const SoftmaxPanel& panel, int action) {
    child<QPushButton>(panel, "addMask")->menu()->actions().at(action)->trigger();
}

} // namespace

TEST_CASE("the scale is chosen, and said as a number", "[panels]") {
    Stage stage;
    auto* kind = child<QComboBox>(*stage.panel, "scaleKind");
    auto* equation = child<MutedLabel>(*stage.panel, "equation");
    auto* factor = child<ValueControl>(*stage.panel, "factor");
    CHECK(equation->text() == QString::fromUtf8("× 0.125 = 1/√64"));
    CHECK_FALSE(factor->isVisible());
    choose(kind, 2);
    CHECK(stage.softmax().scale.kind == ScaleKind::dk);
    CHECK(equation->text() == QString::fromUtf8("× 0.0156 = 1/64"));
    choose(kind, 0);
    choose(kind, 3); // begins where the scale stood
    CHECK(stage.softmax().scale == Scale{ScaleKind::factor, 0.125});
    CHECK(factor->isVisible());
    CHECK(factor->value() == 0.125);
    choose(kind, 1);
    CHECK(stage.softmax().scale.kind == ScaleKind::none);
    CHECK(undoSteps(stage.session) == 4);
}

TEST_CASE("dragging the temperature is one step", "[panels]") {
    Stage stage;
    ValueSlider* slider = child<ValueControl>(*stage.panel, "temperature")->slider();
    drag(slider, {slider->width() / 2, 8}, {slider->width() + 20, 8});
    CHECK(stage.softmax().temperature == 10);
    CHECK(undoSteps(stage.session) == 1);
}

TEST_CASE("the softcap comes back as it was left, QK-norm is a box", "[panels]") {
    Stage stage;
    auto* capped = child<QCheckBox>(*stage.panel, "capped");
    auto* cap = child<ValueControl>(*stage.panel, "softcap");
    CHECK_FALSE(cap->isEnabled());
    tick(capped);
    CHECK(stage.softmax().softcap == 50);
    CHECK(cap->isEnabled());
    drag(cap->slider(), {cap->slider()->width() / 2, 8}, {-20, 8});
    CHECK(stage.softmax().softcap == 0.1);
    tick(capped);
    CHECK_FALSE(stage.softmax().softcap.has_value());
    tick(capped);
    CHECK(stage.softmax().softcap == 0.1);
    tick(child<QCheckBox>(*stage.panel, "qkNorm"));
    CHECK(stage.softmax().qkNorm);
    CHECK(undoSteps(stage.session) == 5);
}

TEST_CASE("log-length is a box, and the sink's logit comes back as it was left", "[panels]") {
    Stage stage;
    tick(child<QCheckBox>(*stage.panel, "logLength"));
    CHECK(stage.softmax().logLength);
    auto* sunk = child<QCheckBox>(*stage.panel, "sunk");
    auto* logit = child<ValueControl>(*stage.panel, "sink");
    CHECK_FALSE(logit->isEnabled());
    tick(sunk);
    CHECK(stage.softmax().sink == 0.0);
    CHECK(logit->isEnabled());
    drag(logit->slider(), {logit->slider()->width() / 2, 8}, {logit->slider()->width() + 20, 8});
    CHECK(stage.softmax().sink == 40.0);
    tick(sunk);
    CHECK_FALSE(stage.softmax().sink.has_value());
    tick(sunk);
    CHECK(stage.softmax().sink == 40.0);
    CHECK(undoSteps(stage.session) == 5);
}

TEST_CASE("masks are added, changed and removed, eight at most", "[panels]") {
    Stage stage;
    add(*stage.panel, 0);
    add(*stage.panel, 2);
    add(*stage.panel, 1);
    CHECK(stage.softmax().masks ==
          std::vector<Mask>{{MaskKind::causal}, {MaskKind::window, 4, 4}, {MaskKind::causalEnd}});
    auto* left = child<NumberField>(*stage.panel, "windowLeft");
    left->setFocus();
    QTest::keyClick(left, Qt::Key_Up);
    QTest::keyClick(left, Qt::Key_Up);
    CHECK(stage.softmax().masks[1] == Mask{MaskKind::window, 6, 4});
    CHECK(undoSteps(stage.session) == 4);
    QTest::mouseClick(stage.panel->findChildren<QToolButton*>("removeMask").front(), Qt::LeftButton);
    CHECK(stage.softmax().masks == std::vector<Mask>{{MaskKind::window, 6, 4}, {MaskKind::causalEnd}});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    CHECK(stage.panel->findChildren<QToolButton*>("removeMask").size() == 2);
    CHECK(child<NumberField>(*stage.panel, "windowLeft")->value() == 6);
    for (int i = 0; i < 6; ++i)
        add(*stage.panel, 0);
    CHECK(stage.softmax().masks.size() == 8);
    CHECK_FALSE(child<QPushButton>(*stage.panel, "addMask")->isEnabled());
    stage.session.undo();
    CHECK(child<QPushButton>(*stage.panel, "addMask")->isEnabled());
}

TEST_CASE("the upstream gradient is ones, Gaussian or a file", "[panels]") {
    Stage stage;
    auto* upstream = child<QComboBox>(*stage.panel, "upstream");
    CHECK(upstream->currentText() == "Ones");
    choose(upstream, upstream->count() - 1);
    auto* dialog = stage.panel->findChild<QFileDialog*>();
    REQUIRE(dialog);
    CHECK(stage.session.scene().upstream.empty());
    emit dialog->fileSelected("/nowhere/g.npy");
    dialog->reject();
    CHECK(stage.session.scene().upstream == "/nowhere/g.npy");
    CHECK(upstream->currentText() == "g.npy");
    CHECK(upstream->count() == 4);
    choose(upstream, 1);
    CHECK(stage.session.scene().upstream == "gaussian");
    CHECK(upstream->currentText() == "Gaussian");
    CHECK(upstream->count() == 3);
    choose(upstream, 0);
    CHECK(stage.session.scene().upstream.empty());
    CHECK(upstream->currentText() == "Ones");
    CHECK(upstream->count() == 3);
    REQUIRE(rest(stage.session));
}

TEST_CASE("the criterion of the verdicts is written with its numbers", "[panels]") {
    const QString sentence = verdictSentence();
    CHECK(sentence.contains("0.9 and the entropy at most 0.5 nats"));
    CHECK(sentence.contains(QString::fromUtf8("at least 0.9 of ln nₖ")));
}

TEST_CASE("the longest temperature is read whole in the Softmax tab", "[panels]") {
    Stage stage;
    stage.panel->resize(280, 500);
    const auto* line = child<ValueControl>(*stage.panel, "temperature")->field()->findChild<QLineEdit*>();
    for (const double value : {0.001234567, 1.234567e-6, 123456.7}) {
        stage.session.edit("T", [=](Scene& scene) { scene.softmax.temperature = value; });
        CHECK(ValueScale::parse(line->text()) == Approx(value).epsilon(1e-9));
        CHECK(line->fontMetrics().horizontalAdvance(line->text()) + 4 <= line->width());
    }
    REQUIRE(rest(stage.session));
}

TEST_CASE("the Softmax tab fits 280 pixels with every mask", "[panels]") {
    Stage stage;
    add(*stage.panel, 2);
    stage.session.edit("test", [](Scene& scene) { scene.softmax.scale = {ScaleKind::factor, 0.3}; });
    CHECK(stage.panel->minimumSizeHint().width() <= 280);
    CHECK(stage.panel->widget()->minimumSizeHint().width() <= stage.panel->viewport()->width());
}
