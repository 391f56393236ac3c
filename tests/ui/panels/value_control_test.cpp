#include "ui/panels/value_control.h"

#include "tests/catch.h"
#include "ui/panels/slider_paint.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

using namespace softscope;

namespace {

ValueScale dKScale() {
    return ValueScale::integers(1, 1024, 16'384, 64);
}

void wheel(QWidget* widget, int notches) {
    const QPointF at = QRectF(widget->rect()).center();
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

/// Shown, 400 pixels wide, with the focus where the test puts it.
struct Stage {
    explicit Stage(const ValueScale& scale) : control(scale, NumberField::Buttons::upDown) {
        control.resize(400, control.sizeHint().height());
        control.show();
        QApplication::setActiveWindow(&control);
        QObject::connect(&control, &ValueControl::edited, [this](double value) { values.push_back(value); });
        QObject::connect(&control, &ValueControl::finished, [this] { ++finished; });
    }
    ValueControl control;
    std::vector<double> values;
    int finished = 0;
};

} // namespace

TEST_CASE("a click on the groove goes there, and the drag goes on from there") {
    Stage stage(dKScale());
    ValueSlider* slider = stage.control.slider();
    const int middle = slider->width() / 2;
    QTest::mousePress(slider, Qt::LeftButton, {}, {middle, 5});
    CHECK(stage.values == std::vector<double>{32});
    QTest::mouseMove(slider, {slider->width() + 50, 5});
    CHECK(stage.values.back() == 1024);
    CHECK(stage.finished == 0);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, {slider->width() + 50, 5});
    CHECK(stage.finished == 1);
    CHECK(stage.control.field()->text() == "1024");
}

TEST_CASE("taking the handle moves nothing") {
    Stage stage(dKScale());
    ValueSlider* slider = stage.control.slider();
    const QRectF handle = handleRect(QRectF(slider->rect()).adjusted(1, 0, -1, 0), dKScale().fractionOf(64));
    const QPoint at = handle.center().toPoint() + QPoint(4, 0);
    QTest::mousePress(slider, Qt::LeftButton, {}, at);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, at);
    CHECK(stage.values.empty());
    CHECK(stage.control.value() == 64);
}

TEST_CASE("dragging pixel by pixel meets every power of two") {
    Stage stage(dKScale());
    ValueSlider* slider = stage.control.slider();
    QTest::mousePress(slider, Qt::LeftButton, {}, {0, 5});
    for (int x = 0; x <= slider->width(); ++x)
        QTest::mouseMove(slider, {x, 5});
    QTest::mouseRelease(slider, Qt::LeftButton, {}, {slider->width(), 5});
    for (int power = 2; power <= 1024; power *= 2)
        CHECK(std::count(stage.values.begin(), stage.values.end(), power) == 1);
    CHECK(std::is_sorted(stage.values.begin(), stage.values.end()));
}

TEST_CASE("keys step by one, by powers of two, to the ends, and end as one step after a pause") {
    Stage stage(dKScale());
    ValueSlider* slider = stage.control.slider();
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    QTest::keyClick(slider, Qt::Key_Up);
    QTest::keyClick(slider, Qt::Key_Left);
    QTest::keyClick(slider, Qt::Key_PageUp);
    QTest::keyClick(slider, Qt::Key_PageDown);
    QTest::keyClick(slider, Qt::Key_Home);
    QTest::keyClick(slider, Qt::Key_End);
    QTest::keyClick(slider, Qt::Key_Delete);
    CHECK(stage.values == std::vector<double>{65, 66, 65, 128, 64, 1, 1024, 64});
    CHECK(stage.finished == 0);
    CHECK(QTest::qWaitFor([&] { return stage.finished == 1; }));
}

TEST_CASE("losing the focus ends a row of key steps") {
    Stage stage(dKScale());
    stage.control.slider()->setFocus();
    QTest::keyClick(stage.control.slider(), Qt::Key_Right);
    stage.control.field()->setFocus();
    CHECK(stage.finished == 1);
}

TEST_CASE("the wheel moves a slider with the focus and scrolls past one without") {
    Stage stage(dKScale());
    ValueSlider* slider = stage.control.slider();
    stage.control.field()->setFocus();
    wheel(slider, 3);
    CHECK(stage.values.empty());
    slider->setFocus();
    wheel(slider, 3);
    CHECK(stage.values == std::vector<double>{67});
    wheel(stage.control.field(), 1);
    CHECK(stage.values.size() == 1);
}

TEST_CASE("a double-click goes back to the standard value") {
    Stage stage(ValueScale::logarithmicReals(0.1, 10, 1e-6, 1e6, 1));
    stage.control.setValue(3);
    CHECK(stage.values.empty());
    ValueSlider* slider = stage.control.slider();
    QTest::mouseDClick(slider, Qt::LeftButton, {}, {slider->width() / 4, 5});
    REQUIRE_FALSE(stage.values.empty());
    CHECK(stage.values.back() == 1);
}

TEST_CASE("a typed number is taken at Enter, whatever its separator, Escape and rubbish leave the old one") {
    Stage stage(ValueScale::logarithmicReals(0.1, 10, 1e-6, 1e6, 1));
    NumberField* field = stage.control.field();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "12,345");
    CHECK(stage.values.empty());
    QTest::keyClick(field, Qt::Key_Return);
    CHECK(stage.values == std::vector<double>{12.345});
    CHECK(stage.finished == 1);
    CHECK(field->text() == "12.345");
    field->selectAll();
    QTest::keyClicks(field, "7");
    QTest::keyClick(field, Qt::Key_Escape);
    CHECK(field->text() == "12.345");
    field->selectAll();
    QTest::keyClicks(field, "1-");
    QTest::keyClick(field, Qt::Key_Return);
    CHECK(field->text() == "12.345");
    field->selectAll();
    QTest::keyClicks(field, "1e9");
    QTest::keyClick(field, Qt::Key_Return);
    CHECK(stage.values == std::vector<double>{12.345, 1e6});
    const auto* note = stage.control.findChild<QLabel*>("fieldNote");
    REQUIRE(note);
    CHECK(note->text() == QString::fromUtf8("A number from 1e−6 to 1e6: the nearest was taken."));
}

TEST_CASE("setting a value emits nothing and leaves a text that is being typed") {
    Stage stage(dKScale());
    NumberField* field = stage.control.field();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "12");
    stage.control.setValue(512);
    CHECK(field->text() == "12");
    QTest::keyClick(field, Qt::Key_Return);
    CHECK(stage.values == std::vector<double>{12});
    stage.control.setValue(7);
    CHECK(stage.values.size() == 1);
    CHECK(field->text() == "7");
}

TEST_CASE("a number beyond the slider stays what it is") {
    Stage stage(dKScale());
    stage.control.setValue(9000);
    CHECK(stage.control.value() == 9000);
    CHECK(stage.control.field()->text() == "9000");
    CHECK(stage.control.slider()->value() == stage.control.slider()->maximum());
    CHECK(stage.values.empty());
}

TEST_CASE("the field keeps its width whatever it shows") {
    Stage stage(ValueScale::reals(-5, 5, -1e6, 1e6, 0, 0.1, 2));
    const int width = stage.control.field()->sizeHint().width();
    stage.control.setValue(-123456.789);
    CHECK(stage.control.field()->sizeHint().width() == width);
}

TEST_CASE("the field shows the longest number that it takes whole") {
    const ValueScale tokens = ValueScale::integers(1, 1024, 1'048'576, 64);
    NumberField field(tokens, NumberField::Buttons::upDown, 7);
    field.setValue(1'048'576);
    field.resize(field.sizeHint());
    static_cast<QWidget&>(field).show();
    const auto* line = field.findChild<QLineEdit*>();
    CHECK(line->width() >= line->fontMetrics().horizontalAdvance("1048576") + 4);
}
