#include "ui/panels/token_panel.h"

#include "core/scene/presets.h"
#include "tests/ui/panels/panel_test.h"
#include "ui/panels/component_list.h"
#include "ui/panels/slider_paint.h"
#include "ui/panels/value_control.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QToolButton>

using namespace softscope;
using namespace softscope::test;

namespace {

struct Stage {
    explicit Stage(const Scene& scene = gaussianScene(12, 64)) {
        session.reset(scene, {});
        panel = std::make_unique<TokenPanel>(&session);
        panel->resize(280, 500);
        panel->show();
        QApplication::setActiveWindow(panel.get());
        REQUIRE(rest(session));
    }
    const std::vector<Edit>& edits() const { return session.scene().edits; }
    ComponentList* list() const { return child<ComponentList>(*panel, "components"); }
    ValueControl* handle(const char* name) const { return child<ValueControl>(*panel, name); }
    void select(Index row, Index key) {
        session.look([=](Scene& scene) { scene.selection = {row, key}; });
    }
    Session session;
    std::unique_ptr<TokenPanel> panel;
};

Edit edit(EditKind kind, double amount, Role role = Role::q, Index token = 0) {
    Edit made;
    made.role = role;
    made.token = token;
    made.kind = kind;
    made.amount = amount;
    return made;
}

void dragComponent(ComponentList* list, Index component, double fraction) {
    const QRect slider = list->sliderRect(component);
    const QPoint from = handleRect(slider, list->scale().fractionOf(list->values()[component])).center().toPoint();
    const QPoint to = handleRect(slider, fraction).center().toPoint();
    drag(list->viewport(), from, to);
}

void choose(QComboBox* combo, int row) {
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

void click(QWidget* widget) {
    QTest::mouseClick(widget, Qt::LeftButton, {}, {8, widget->height() / 2});
}

} // namespace

TEST_CASE("the components are those of the selected query, all of them", "[panels]") {
    Stage stage;
    CHECK(stage.list()->model()->rowCount() == 64);
    for (const Index row : {0, 7, 11}) {
        stage.select(row, 3);
        CHECK(stage.panel->vector() == VectorName{Role::q, row});
        const VectorF want = stage.session.shown()->head->q.row(row).transpose();
        CHECK(stage.list()->values() == want);
        CHECK(stage.handle("norm")->value() == Approx(want.norm()).epsilon(1e-6));
    }
    CHECK(stage.edits().empty());
    CHECK(undoSteps(stage.session) == 0);
}

TEST_CASE("k and v follow the selected key, x is there for projected heads", "[panels]") {
    Stage stage;
    stage.select(2, 5);
    click(child<QPushButton>(*stage.panel, "k"));
    CHECK(stage.panel->vector() == VectorName{Role::k, 5});
    CHECK(stage.list()->values() == VectorF(stage.session.shown()->head->k.row(5).transpose()));
    CHECK_FALSE(child<QPushButton>(*stage.panel, "x")->isVisible());
    Scene projected = gaussianScene(8, 16);
    projected.source.kind = SourceKind::projection;
    projected.source.dModel = 24;
    stage.session.replace("test", projected);
    REQUIRE(rest(stage.session));
    REQUIRE(child<QPushButton>(*stage.panel, "x")->isVisible());
    click(child<QPushButton>(*stage.panel, "x"));
    CHECK(stage.list()->model()->rowCount() == 24);
    stage.session.undo();
    REQUIRE(rest(stage.session));
    CHECK(stage.panel->vector().role == Role::q);
}

TEST_CASE("a picked token stays while the selection moves, until it follows again", "[panels]") {
    Stage stage;
    choose(child<QComboBox>(*stage.panel, "token"), 9);
    auto* follow = child<QCheckBox>(*stage.panel, "follow");
    CHECK_FALSE(follow->isChecked());
    stage.select(3, 4);
    CHECK(stage.panel->vector() == VectorName{Role::q, 9});
    click(follow);
    CHECK(stage.panel->vector() == VectorName{Role::q, 3});
    CHECK(child<QComboBox>(*stage.panel, "token")->currentIndex() == 3);
    click(follow);
    stage.select(1, 1);
    CHECK(stage.panel->vector() == VectorName{Role::q, 3});
}

TEST_CASE("dragging a component is one step and one edit, the next drag of it changes that edit", "[panels]") {
    Stage stage;
    stage.select(4, 0);
    const Scene before = stage.session.scene();
    const double high = stage.list()->scale().high;
    dragComponent(stage.list(), 2, 1);
    Edit want = edit(EditKind::component, high, Role::q, 4);
    want.component = 2;
    CHECK(stage.edits() == std::vector<Edit>{want});
    CHECK(undoSteps(stage.session) == 1);
    CHECK(stage.list()->values()[2] == static_cast<float>(high));
    REQUIRE(rest(stage.session));
    CHECK(stage.session.shown()->head->q(4, 2) == static_cast<float>(high));
    dragComponent(stage.list(), 2, 0);
    want.amount = -high;
    CHECK(stage.edits() == std::vector<Edit>{want});
    CHECK(undoSteps(stage.session) == 2);
    stage.session.undo();
    stage.session.undo();
    CHECK(stage.session.scene() == before);
    REQUIRE(rest(stage.session));
    CHECK(stage.list()->values() == VectorF(stage.session.shown()->head->q.row(4).transpose()));
}

TEST_CASE("keys step a component, merge into one step, and Delete resets it", "[panels]") {
    Stage stage;
    ComponentList* list = stage.list();
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    CHECK(list->current() == 1);
    const double start = list->values()[1];
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(list, Qt::Key_Right);
    REQUIRE(stage.edits().size() == 1);
    CHECK(stage.edits()[0].component == 1);
    CHECK(stage.edits()[0].amount == Approx(start + 3 * list->scale().step).epsilon(1e-5));
    CHECK(undoSteps(stage.session) == 1);
    QTest::keyClick(list, Qt::Key_Delete);
    CHECK(stage.edits().empty());
    CHECK(undoSteps(stage.session) == 2);
    REQUIRE(rest(stage.session));
    CHECK(list->values()[1] == static_cast<float>(start));
}

TEST_CASE("a component is typed after a click on its number", "[panels]") {
    Stage stage;
    ComponentList* list = stage.list();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->numberRect(3).center());
    auto* field = list->viewport()->findChild<NumberField*>();
    REQUIRE(field);
    field->selectAll();
    QTest::keyClicks(field, "-1,25");
    QTest::keyClick(field, Qt::Key_Return);
    REQUIRE(test::waitFor([&] { return stage.edits().size() == 1; })); // the view closes its editor first
    CHECK(stage.edits()[0].component == 3);
    CHECK(stage.edits()[0].amount == -1.25);
    CHECK(undoSteps(stage.session) == 1);
}

TEST_CASE("a double-click on a slider resets its component alone", "[panels]") {
    Stage stage;
    dragComponent(stage.list(), 0, 1);
    dragComponent(stage.list(), 1, 1);
    QTest::mouseDClick(stage.list()->viewport(), Qt::LeftButton, {}, stage.list()->sliderRect(0).center());
    REQUIRE(stage.edits().size() == 1);
    CHECK(stage.edits()[0].component == 1);
}

TEST_CASE("the norm handle is one edit, a component after it is another", "[panels]") {
    Stage stage;
    ValueSlider* norm = stage.handle("norm")->slider();
    drag(norm, {norm->width() / 2, 8}, {norm->width() + 9, 8});
    const double high = norm->scale().high;
    CHECK(stage.edits() == std::vector<Edit>{edit(EditKind::norm, high)});
    REQUIRE(rest(stage.session));
    CHECK(stage.session.shown()->head->q.row(0).norm() == Approx(high).epsilon(1e-5));
    dragComponent(stage.list(), 0, 0.5);
    REQUIRE(stage.edits().size() == 2);
    CHECK(stage.edits()[1].kind == EditKind::component);
    CHECK(stage.edits()[1].amount == 0);
    CHECK(undoSteps(stage.session) == 2);
}

TEST_CASE("noise is one edit with a seed, the dice throws another, and none takes it away", "[panels]") {
    Stage stage;
    auto* dice = child<QToolButton>(*stage.panel, "noiseDice");
    CHECK_FALSE(dice->isEnabled());
    ValueSlider* noise = stage.handle("noise")->slider();
    drag(noise, {8, 8}, {noise->width() + 9, 8});
    REQUIRE(stage.edits().size() == 1);
    CHECK(stage.edits()[0] == edit(EditKind::noise, noise->scale().high));
    CHECK(dice->isEnabled());
    QTest::mouseClick(dice, Qt::LeftButton);
    REQUIRE(stage.edits().size() == 1);
    CHECK(stage.edits()[0].seed != 1);
    CHECK(undoSteps(stage.session) == 2);
    drag(noise, {noise->width() - 8, 8}, {-9, 8});
    CHECK(stage.edits().empty());
    CHECK(undoSteps(stage.session) == 3);
    REQUIRE(rest(stage.session));
}

TEST_CASE("turning goes towards the chosen token and back to nothing", "[panels]") {
    Stage stage;
    stage.select(0, 0);
    auto* target = child<QComboBox>(*stage.panel, "target");
    CHECK(target->currentIndex() == 1); // itself is no target
    choose(target, 7);
    CHECK(stage.edits().empty());
    ValueSlider* turn = stage.handle("turn")->slider();
    drag(turn, {8, 8}, {turn->width() + 9, 8});
    Edit want = edit(EditKind::turn, 180);
    want.towards = 7;
    CHECK(stage.edits() == std::vector<Edit>{want});
    CHECK(undoSteps(stage.session) == 1);
    choose(target, 5);
    CHECK(stage.handle("turn")->value() == 0);
    choose(target, 7);
    CHECK(stage.handle("turn")->value() == 180);
    drag(turn, {turn->width() - 8, 8}, {-9, 8});
    CHECK(stage.edits().empty());
    REQUIRE(rest(stage.session));
}

TEST_CASE("noise and turn keep their values while the vector is bent further, and come back with it", "[panels]") {
    Stage stage;
    stage.select(0, 3);
    ValueSlider* noise = stage.handle("noise")->slider();
    drag(noise, {8, 8}, {noise->width() / 2, 8});
    const double amount = stage.handle("noise")->value();
    REQUIRE(amount > 0);
    auto* target = child<QComboBox>(*stage.panel, "target");
    choose(target, 7);
    ValueSlider* turn = stage.handle("turn")->slider();
    drag(turn, {8, 8}, {turn->width() / 2, 8});
    const double degrees = stage.handle("turn")->value();
    REQUIRE(degrees > 0);
    ValueSlider* norm = stage.handle("norm")->slider();
    drag(norm, {norm->width() / 2, 8}, {norm->width() - 20, 8});
    dragComponent(stage.list(), 2, 1);
    REQUIRE(stage.edits().size() == 4);
    const auto same = [&] {
        REQUIRE(rest(stage.session));
        CHECK(stage.handle("noise")->value() == amount);
        CHECK(stage.handle("turn")->value() == degrees);
        CHECK(target->currentIndex() == 7);
    };
    same();
    stage.select(5, 3);
    REQUIRE(rest(stage.session));
    CHECK(stage.handle("noise")->value() == 0);
    CHECK(stage.handle("turn")->value() == 0);
    choose(target, 9); // chosen for token 5, not for token 0
    stage.select(0, 3);
    same();
    // Another turn, and an undo of it.
    choose(target, 2);
    CHECK(stage.handle("turn")->value() == 0);
    drag(turn, {8, 8}, {turn->width() / 3, 8});
    CHECK(target->currentIndex() == 2);
    CHECK(stage.handle("turn")->value() > 0);
    stage.session.undo();
    same();
    // Further on, the noise under its handle changes and no second one is added.
    drag(noise, {noise->width() / 2, 8}, {noise->width() + 9, 8});
    CHECK(stage.edits().size() == 4);
    CHECK(stage.handle("noise")->value() > amount);
    stage.session.undo();
    same();
}

TEST_CASE("the list of tokens is as wide as its labels", "[panels]") {
    Scene scene = gaussianScene(4, 8);
    scene.source.labels = {"a", "a label of some thirty letters", "b", "c"};
    Stage stage(scene);
    auto* tokens = child<QComboBox>(*stage.panel, "token");
    tokens->showPopup();
    CHECK(tokens->view()->viewport()->width() >= tokens->view()->fontMetrics().horizontalAdvance(tokens->itemText(1)));
    CHECK(tokens->view()->window()->width() <= tokens->screen()->availableGeometry().width());
    tokens->hidePopup();
}

TEST_CASE("a head that became smaller than a target or the picked token still turns", "[panels]") {
    Stage stage;
    stage.select(0, 0);
    auto* target = child<QComboBox>(*stage.panel, "target");
    choose(target, 11);
    ValueSlider* turn = stage.handle("turn")->slider();
    drag(turn, {8, 8}, {turn->width() + 9, 8});
    REQUIRE(stage.edits().size() == 1);
    CHECK(stage.edits()[0].towards == 11);
    QSignalSpy failed(&stage.session, &Session::failed);
    stage.session.edit("n", [](Scene& scene) { scene.source.tokens = 4; });
    REQUIRE(rest(stage.session));
    CHECK(target->currentIndex() == 1);
    drag(turn, {8, 8}, {turn->width() + 9, 8});
    REQUIRE(stage.edits().size() == 2);
    CHECK(stage.edits()[1].towards == 1);
    choose(child<QComboBox>(*stage.panel, "token"), 3);
    stage.session.edit("n", [](Scene& scene) { scene.source.tokens = 2; });
    REQUIRE(rest(stage.session));
    CHECK(stage.panel->vector() == VectorName{Role::q, 1});
    CHECK(target->currentIndex() == 0);
    drag(turn, {8, 8}, {turn->width() + 9, 8});
    CHECK(stage.edits().back().towards == 0);
    CHECK(stage.edits().back().token == 1);
    CHECK(failed.count() == 0);
}

TEST_CASE("resets: one component, a vector, everything", "[panels]") {
    Stage stage;
    const auto button = [&](const char* name) { return child<QPushButton>(*stage.panel, name); };
    CHECK_FALSE(button("resetComponent")->isEnabled());
    CHECK_FALSE(button("resetVector")->isEnabled());
    CHECK_FALSE(button("resetAll")->isEnabled());
    dragComponent(stage.list(), 0, 1);
    dragComponent(stage.list(), 1, 1);
    stage.select(3, 0);
    dragComponent(stage.list(), 0, 1);
    CHECK(stage.edits().size() == 3);
    click(button("resetComponent"));
    CHECK(stage.edits().size() == 2);
    CHECK_FALSE(button("resetVector")->isEnabled());
    stage.select(0, 0);
    CHECK(button("resetVector")->text() == "this q");
    click(button("resetVector"));
    CHECK(stage.edits().empty());
    stage.session.undo();
    CHECK(stage.edits().size() == 2);
    click(button("resetAll"));
    CHECK(stage.edits().empty());
    REQUIRE(rest(stage.session));
}

TEST_CASE("a single token and a single component", "[panels]") {
    Stage stage(gaussianScene(1, 1));
    CHECK(stage.list()->model()->rowCount() == 1);
    CHECK_FALSE(stage.handle("turn")->isEnabled());
    CHECK(stage.handle("turn")->toolTip().contains("no other token"));
    dragComponent(stage.list(), 0, 1);
    CHECK(stage.edits().size() == 1);
    REQUIRE(rest(stage.session));
    stage.session.edit("test", [](Scene& scene) { scene.edits = {edit(EditKind::component, 0)}; });
    REQUIRE(rest(stage.session));
    CHECK_FALSE(stage.handle("norm")->isEnabled()); // a zero vector
    CHECK(stage.handle("norm")->value() == 0);
}

TEST_CASE("16,384 components are there, and only those seen are made", "[panels]") {
    Stage stage(gaussianScene(2, 16'384));
    ComponentList* list = stage.list();
    CHECK(list->model()->rowCount() == 16'384);
    CHECK(list->viewport()->findChildren<QWidget*>().size() < 4);
    list->scrollToBottom();
    CHECK(list->viewport()->rect().intersects(list->sliderRect(16'383)));
    dragComponent(list, 16'383, 1);
    REQUIRE(stage.edits().size() == 1);
    CHECK(stage.edits()[0].component == 16'383);
    const int place = list->verticalScrollBar()->value();
    REQUIRE(rest(stage.session));
    CHECK(list->verticalScrollBar()->value() == place); // a new result does not scroll
}

TEST_CASE("the list follows d_k up and down and keeps its place", "[panels]") {
    Stage stage;
    stage.list()->setCurrentIndex(stage.list()->model()->index(20, 0));
    for (const Index dK : {65, 128, 40, 64}) {
        stage.session.edit("test", [dK](Scene& scene) { scene.source.dK = dK; });
        REQUIRE(rest(stage.session));
        CHECK(stage.list()->model()->rowCount() == dK);
        CHECK(stage.list()->current() == 20);
    }
    CHECK(undoSteps(stage.session) == 4);
}

TEST_CASE("the Token vectors tab fits 280 pixels with x, q, k and v", "[panels]") {
    Scene projected = gaussianScene(8, 16);
    projected.source.kind = SourceKind::projection;
    Stage stage(projected);
    CHECK(stage.panel->minimumSizeHint().width() <= 280);
    CHECK(stage.panel->minimumSizeHint().height() <= 500);
}
