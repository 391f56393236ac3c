#include "ui/panels/top_bar.h"

#include "core/scene/presets.h"
#include "tests/ui/panels/panel_test.h"
#include "ui/panels/mask_combo.h"
#include "ui/panels/scale_button.h"
#include "ui/panels/source_combo.h"
#include "ui/panels/value_control.h"

#include <QFileDialog>
#include <QLayout>
#include <QLineEdit>

using namespace softscope;
using namespace softscope::test;

namespace {

struct Stage {
    explicit Stage(const Scene& scene = gaussianScene(16, 64)) : bar(nullptr) {
        session.reset(scene, {});
        bar = std::make_unique<TopBar>(&session);
        bar->resize(1440, bar->sizeHint().height());
        bar->show();
        QApplication::setActiveWindow(bar.get());
    }
    Session session;
    std::unique_ptr<TopBar> bar;
};

void choose(QComboBox* combo, int row) {
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

} // namespace

TEST_CASE("dragging d_k edits the scene live and is one undo step", "[panels]") {
    Stage stage;
    const Scene before = stage.session.scene();
    ValueSlider* slider = child<ValueControl>(*stage.bar, "dK")->slider();
    QSignalSpy changes(&stage.session, &Session::sceneChanged);
    drag(slider, {2, 8}, {slider->width() - 2, 8}, 40);
    CHECK(changes.size() > 20);
    Scene after = before;
    after.source.dK = 1024;
    CHECK(stage.session.scene() == after);
    CHECK(stage.session.undoText() == QString::fromUtf8("dₖ"));
    CHECK(undoSteps(stage.session) == 1);
    stage.session.undo();
    CHECK(stage.session.scene() == before);
    CHECK(slider->number() == 64);
    REQUIRE(rest(stage.session));
}

TEST_CASE("two drags are two steps, a drag that comes back is none", "[panels]") {
    Stage stage;
    ValueSlider* slider = child<ValueControl>(*stage.bar, "dK")->slider();
    drag(slider, {2, 8}, {60, 8});
    drag(slider, {60, 8}, {120, 8});
    CHECK(undoSteps(stage.session) == 2);
}

TEST_CASE("the top bar follows the scene and never edits it by itself", "[panels]") {
    Stage stage;
    for (const Index dK : {1, 65, 1000, 5000, 64}) {
        stage.session.edit("test", [dK](Scene& scene) {
            scene.source.dK = dK;
            scene.source.tokens = dK % 7 + 1;
            scene.softmax.temperature = 0.123456;
            scene.softmax.scale = {ScaleKind::factor, 0.3};
            scene.view.compare = dK > 100;
        });
        const Scene set = stage.session.scene();
        const int steps = undoSteps(stage.session);
        REQUIRE(rest(stage.session));
        CHECK(stage.session.scene() == set);
        CHECK(undoSteps(stage.session) == steps);
        CHECK(child<ValueControl>(*stage.bar, "dK")->value() == static_cast<double>(dK));
        CHECK(child<NumberField>(*stage.bar, "tokens")->value() == static_cast<double>(dK % 7 + 1));
        CHECK(child<ValueControl>(*stage.bar, "temperature")->field()->text() == "0.123456");
        CHECK(child<QPushButton>(*stage.bar, "compare")->isChecked() == (dK > 100));
    }
}

TEST_CASE("typing n takes effect at Enter, whole", "[panels]") {
    Stage stage;
    auto* tokens = child<NumberField>(*stage.bar, "tokens");
    tokens->setFocus();
    tokens->selectAll();
    QTest::keyClicks(tokens, "27");
    CHECK(stage.session.scene().source.tokens == 16);
    QTest::keyClick(tokens, Qt::Key_Return);
    CHECK(stage.session.scene().source.tokens == 27);
    QTest::keyClick(tokens, Qt::Key_Up);
    QTest::keyClick(tokens, Qt::Key_Up);
    CHECK(stage.session.scene().source.tokens == 29);
    CHECK(undoSteps(stage.session) == 2);
    // Ctrl+Z is the window's unless a number is being typed.
    QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    undo.ignore();
    QCoreApplication::sendEvent(tokens, &undo);
    CHECK_FALSE(undo.isAccepted());
}

TEST_CASE("the scale button switches between the square root and none, and shows another scale", "[panels]") {
    Stage stage;
    auto* button = child<ScaleButton>(*stage.bar, "scale");
    CHECK(button->isChecked());
    QTest::mouseClick(button, Qt::LeftButton);
    CHECK(stage.session.scene().softmax.scale.kind == ScaleKind::none);
    CHECK_FALSE(button->isChecked());
    CHECK(button->text() == QString::fromUtf8("÷ √dₖ"));
    QTest::mouseClick(button, Qt::LeftButton);
    CHECK(stage.session.scene().softmax.scale == Scale{});
    CHECK(button->isChecked());
    CHECK(undoSteps(stage.session) == 2);
    const QSize size = button->sizeHint();
    stage.session.edit("test", [](Scene& scene) { scene.softmax.scale.kind = ScaleKind::dk; });
    CHECK(button->text() == QString::fromUtf8("÷ dₖ"));
    stage.session.edit("test", [](Scene& scene) { scene.softmax.scale = {ScaleKind::factor, -0.25}; });
    CHECK(button->text() == QString::fromUtf8("× −0.250"));
    CHECK(button->isChecked());
    CHECK(button->sizeHint() == size);
    CHECK(scaleEquation({}, 64) == QString::fromUtf8("0.125 = 1/√64"));
    CHECK(scaleEquation({ScaleKind::dk}, 4) == "0.250 = 1/4");
    CHECK(scaleEquation({ScaleKind::none}, 4) == "1.00");
    CHECK(scaleEquation({}, 0).isEmpty());
}

TEST_CASE("choosing a mask replaces the masks, several are shown as a count", "[panels]") {
    Stage stage;
    auto* masks = child<MaskCombo>(*stage.bar, "mask");
    choose(masks, 1);
    CHECK(stage.session.scene().softmax.masks == std::vector<Mask>{{MaskKind::causal}});
    choose(masks, 2);
    CHECK(stage.session.scene().softmax.masks == std::vector<Mask>{{MaskKind::causalEnd}});
    stage.session.edit("test", [](Scene& scene) {
        scene.softmax.masks = {{MaskKind::causal}, {MaskKind::window, 2, 3}};
    });
    CHECK(masks->currentText() == "2 masks");
    choose(masks, 0);
    CHECK(stage.session.scene().softmax.masks.empty());
    CHECK(masks->count() == 4);
}

TEST_CASE("a window mask brings up its two numbers", "[panels]") {
    Stage stage;
    auto* masks = child<MaskCombo>(*stage.bar, "mask");
    choose(masks, 3);
    CHECK(stage.session.scene().softmax.masks == std::vector<Mask>{{MaskKind::window, 4, 4}});
    auto* popup = child<QWidget>(*masks, "windowPopup");
    CHECK(popup->isVisible());
    auto* right = child<NumberField>(*popup, "windowRight");
    right->setFocus();
    QTest::keyClick(right, Qt::Key_Down);
    QTest::keyClick(right, Qt::Key_Down);
    CHECK(stage.session.scene().softmax.masks == std::vector<Mask>{{MaskKind::window, 4, 2}});
    CHECK(masks->currentText() == QString::fromUtf8("Window 4, 2…"));
    popup->close();
    CHECK(undoSteps(stage.session) == 2);
}

TEST_CASE("sources are the presets, one step each, and the list shows which one stands", "[panels]") {
    Stage stage;
    auto* source = child<SourceCombo>(*stage.bar, "source");
    CHECK(source->currentText() == "Gaussian");
    int row = source->findData("worked-example");
    REQUIRE(row >= 0);
    CHECK_FALSE(source->itemData(row, Qt::ToolTipRole).toString().isEmpty());
    choose(source, row);
    CHECK(stage.session.scene().source == preset("worked-example").scene.source);
    CHECK(undoSteps(stage.session) == 1);
    CHECK(source->currentIndex() == row);
    choose(source, source->findData("sentence"));
    stage.session.edit("test", [](Scene& scene) { scene.source.dK = 77; });
    CHECK(source->currentData() == "sentence");
    CHECK(source->itemText(source->count() - 1) == QString::fromUtf8("Open file…"));
}

TEST_CASE("a source of no preset is named by its file", "[panels]") {
    Stage stage;
    auto* source = child<SourceCombo>(*stage.bar, "source");
    const int count = source->count();
    stage.session.edit("test", [](Scene& scene) {
        scene.source.kind = SourceKind::tensors;
        scene.source.tensors.path = "/nowhere/mine.safetensors";
    });
    CHECK(source->currentText() == "mine.safetensors");
    CHECK(child<ValueControl>(*stage.bar, "dK")->field()->text() == QString::fromUtf8("–"));
    stage.session.undo();
    CHECK(source->currentText() == "Gaussian");
    CHECK(source->count() == count);
}

TEST_CASE("Open file… asks beside the window and changes nothing yet", "[panels]") {
    Stage stage;
    auto* source = child<SourceCombo>(*stage.bar, "source");
    const Scene before = stage.session.scene();
    choose(source, source->count() - 1);
    auto* dialog = stage.bar->findChild<QFileDialog*>();
    REQUIRE(dialog);
    CHECK(stage.session.scene() == before);
    CHECK(source->currentText() == "Gaussian");
    dialog->reject();
}

TEST_CASE("sizes that a source fixes are shown, disabled, and say why", "[panels]") {
    Stage stage(preset("worked-example").scene);
    REQUIRE(rest(stage.session));
    auto* dK = child<ValueControl>(*stage.bar, "dK");
    auto* tokens = child<NumberField>(*stage.bar, "tokens");
    CHECK(dK->value() == 4);
    CHECK(tokens->value() == 3);
    CHECK_FALSE(dK->isEnabled());
    CHECK_FALSE(tokens->isEnabled());
    CHECK(dK->toolTip().contains("worked example"));
    stage.session.replace("test", gaussianScene(1, 1));
    CHECK(dK->isEnabled());
    CHECK(dK->value() == 1);
    CHECK(tokens->value() == 1);
    REQUIRE(rest(stage.session));
}

TEST_CASE("Compare is an edit, Export a request", "[panels]") {
    Stage stage;
    QSignalSpy wished(stage.bar.get(), &TopBar::exportRequested);
    QTest::mouseClick(child<QPushButton>(*stage.bar, "compare"), Qt::LeftButton);
    CHECK(stage.session.scene().view.compare);
    QTest::mouseClick(child<QPushButton>(*stage.bar, "export"), Qt::LeftButton);
    CHECK(wished.size() == 1);
    CHECK(undoSteps(stage.session) == 1);
}

TEST_CASE("the longest temperature is read whole, in the narrowest bar too", "[panels]") {
    Stage stage;
    stage.bar->resize(900, stage.bar->height());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    auto* field = child<ValueControl>(*stage.bar, "temperature")->field();
    for (const double value : {0.001234567, 1.234567e-6, 123456.7, 1.0}) {
        stage.session.edit("T", [=](Scene& scene) { scene.softmax.temperature = value; });
        const auto* line = field->findChild<QLineEdit*>();
        CAPTURE(line->text().toStdString());
        CHECK(ValueScale::parse(line->text()) == Approx(value).epsilon(1e-9));
        CHECK(line->fontMetrics().horizontalAdvance(line->text()) + 4 <= line->width());
    }
    REQUIRE(rest(stage.session));
}

TEST_CASE("nothing is cut or overlaps from 900 pixels on", "[panels]") {
    Stage stage;
    CHECK(stage.bar->minimumSizeHint().width() <= 900);
    for (const int width : {900, 960, 1024, 1100, 1280, 1440, 2560}) {
        stage.bar->resize(width, stage.bar->height());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        int end = 0;
        for (int i = 0; i < stage.bar->layout()->count(); ++i) {
            QWidget* widget = stage.bar->layout()->itemAt(i)->widget();
            if (!widget || widget->isHidden())
                continue;
            CAPTURE(width, widget->objectName().toStdString());
            CHECK(widget->x() >= end);
            CHECK(widget->width() >= widget->minimumSizeHint().width());
            end = widget->x() + widget->width();
        }
        CHECK(end <= width);
    }
}
