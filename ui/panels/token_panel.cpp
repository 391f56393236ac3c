#include "ui/panels/token_panel.h"

#include "core/scene/limits.h"
#include "ui/panels/component_list.h"
#include "ui/panels/dice_button.h"
#include "ui/panels/lit_button.h"
#include "ui/panels/seed_control.h"
#include "ui/panels/token_model.h"
#include "ui/panels/value_control.h"
#include "ui/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

/// The vectors in that role; q for the x of a head that is not projected.
const MatrixF& matrixOf(const Head& head, Role role) {
    if (role == Role::x && head.projection)
        return head.projection->x;
    return role == Role::k ? head.k : role == Role::v ? head.v : head.q;
}

const std::vector<std::string>& labelsOf(const Head& head, Role role) {
    return role == Role::k || role == Role::v ? head.keyLabels : head.queryLabels;
}

QString letterOf(Role role) {
    return QString(QLatin1Char("xqkv"[static_cast<int>(role)]));
}

QString gestureOf(const char* kind, VectorName vector, Index part = 0) {
    return QStringLiteral("%1-%2-%3-%4").arg(QLatin1String(kind), letterOf(vector.role)).arg(vector.token).arg(part);
}

/// The end of a handle's slider stays while a vector is bent, and grows where the value leaves it.
void fitHandle(ValueControl* handle, bool another, double end, double value, double standard) {
    const bool leaves = value > handle->slider()->scale().high;
    if (handle->isDragged() || !(another || leaves))
        return;
    const double high = std::min(roundedUp(std::max(end, value)), limits::component);
    const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(high))), 2, 9);
    ValueScale scale = ValueScale::reals(0, high, 0, limits::component, standard, high / 100, decimals);
    scale.origin = 0;
    handle->setScale(scale);
}

QComboBox* tokenCombo(TokenModel* model, const QString& name, QWidget* parent) {
    auto* combo = new QComboBox(parent);
    combo->setObjectName(name);
    combo->setModel(model);
    auto* view = new QListView(combo);
    view->setUniformItemSizes(true); // a million tokens open at once
    combo->setView(view);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    combo->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return combo;
}

} // namespace

TokenPanel::TokenPanel(Session* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_tokens(new TokenModel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    column->setSpacing(theme::grid / 2);
    makeChoice(column);
    makeHandles(column);
    makeComponents(column);
    makeResets(column);
    follow(session, this, [this] { refresh(); });
}

VectorName TokenPanel::vector() const {
    const Selection& selection = m_session->scene().selection;
    const bool ofKey = m_role == Role::k || m_role == Role::v;
    const Index token = !m_follow->isChecked() ? m_chosen : ofKey ? selection.key : selection.row;
    // A head may have become smaller than the token that was picked.
    return {m_role, std::clamp<Index>(token, 0, std::max(0, m_tokens->rowCount() - 1))};
}

void TokenPanel::makeChoice(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::grid / 2);
    m_token = tokenCombo(m_tokens, QStringLiteral("token"), this);
    m_token->setAccessibleName(tr("Token"));
    m_token->setToolTip(tr("Whose vector"));
    connect(m_token, &QComboBox::activated, this, [this](int token) {
        m_chosen = token;
        m_follow->setChecked(false);
        refresh();
    });
    row->addWidget(m_token, 1);
    m_roles = new QButtonGroup(this);
    const QStringList tips{tr("Its embedding x, from which q, k and v are projected"),
                           tr("Its query q: what it looks for"), tr("Its key k: what it is found by"),
                           tr("Its value v: what it gives")};
    for (const Role role : {Role::x, Role::q, Role::k, Role::v}) {
        auto* button = new LitButton(letterOf(role), this);
        button->setObjectName(letterOf(role));
        button->setChecked(role == m_role);
        button->setToolTip(tips[static_cast<int>(role)]);
        button->setFixedWidth(3 * theme::grid + 4);
        m_roles->addButton(button, static_cast<int>(role));
        row->addWidget(button);
    }
    connect(m_roles, &QButtonGroup::idClicked, this, [this](int role) {
        m_role = static_cast<Role>(role);
        refresh();
    });
    column->addLayout(row);
    m_follow = new QCheckBox(tr("Follow the selected cell"), this);
    m_follow->setObjectName(QStringLiteral("follow"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Shows the query of the selected row, or the key or value of the selected column"));
    connect(m_follow, &QCheckBox::clicked, this, [this](bool follows) {
        if (!follows)
            m_chosen = std::max(0, m_token->currentIndex());
        refresh();
    });
    column->addWidget(m_follow);
}

ValueControl* TokenPanel::addHandle(const QString& name, const QString& text, const QString& tip, double highest) {
    auto* control = new ValueControl(ValueScale::reals(0, highest, 0, limits::component, 0, 0.1, 2),
                                     NumberField::Buttons::none, this);
    control->setObjectName(name);
    control->setName(text);
    control->setToolTip(tip);
    connect(control, &ValueControl::finished, this, [this] {
        m_session->endGesture();
        refresh();
    });
    return control;
}

void TokenPanel::makeHandles(QVBoxLayout* column) {
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(theme::grid);
    form->setVerticalSpacing(theme::grid / 2);
    m_norm = addHandle(QStringLiteral("norm"), tr("Norm"), {}, 20);
    connect(m_norm, &ValueControl::edited, this, [this](double norm) {
        const VectorName name = vector();
        edit(tr("Norm"), gestureOf("norm", name), [=](std::vector<Edit>& edits) { setNorm(edits, name, norm); });
    });
    form->addRow(tr("Norm"), m_norm);

    m_noise =
        addHandle(QStringLiteral("noise"), tr("Noise"),
                  tr("Adds Gaussian noise of this standard deviation to every component. Double-click for none."), 2);
    connect(m_noise, &ValueControl::edited, this, [this](double amount) {
        const VectorName name = vector();
        const std::uint64_t seed = openOf(EditKind::noise).seed;
        edit(tr("Noise"), gestureOf("noise", name),
             [=](std::vector<Edit>& edits) { setNoise(edits, name, seed, amount); });
    });
    m_dice = new DiceButton(this);
    m_dice->setObjectName(QStringLiteral("noiseDice"));
    m_dice->setAccessibleName(tr("Other noise"));
    connect(m_dice, &QToolButton::clicked, this, &TokenPanel::setNoiseSeed);
    auto* noise = new QHBoxLayout;
    noise->setSpacing(theme::grid);
    noise->addWidget(m_noise, 1);
    noise->addWidget(m_dice);
    form->addRow(tr("Noise"), noise);

    m_target = tokenCombo(m_tokens, QStringLiteral("target"), this);
    m_target->setAccessibleName(tr("Turn towards"));
    connect(m_target, &QComboBox::activated, this, [this](int token) {
        m_chosenTarget = token;
        refresh();
    });
    form->addRow(tr("Turn to"), m_target);
    m_turn = addHandle(QStringLiteral("turn"), tr("Turn, degrees"), {}, 180);
    m_turn->setScale(ValueScale::reals(0, 180, 0, 180, 0, 1, 0));
    m_turn->field()->setSuffix(QStringLiteral("°"));
    connect(m_turn, &ValueControl::edited, this, [this](double degrees) {
        const VectorName name = vector();
        const Index towards = m_target->currentIndex();
        edit(tr("Turn"), gestureOf("turn", name, towards),
             [=](std::vector<Edit>& edits) { setTurn(edits, name, towards, degrees); });
    });
    form->addRow(tr("by"), m_turn);
    column->addLayout(form);
}

void TokenPanel::makeComponents(QVBoxLayout* column) {
    auto* title = new QLabel(tr("Components"), this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setContentsMargins(0, theme::grid / 2, 0, 0);
    column->addWidget(title);
    m_components = new ComponentList(this);
    m_components->setObjectName(QStringLiteral("components"));
    column->addWidget(m_components, 1);
    connect(m_components, &ComponentList::edited, this, [this](Index component, double value) {
        const VectorName name = vector();
        edit(tr("Component %1 of %2").arg(component).arg(letterOf(name.role)), gestureOf("component", name, component),
             [=](std::vector<Edit>& edits) { setComponent(edits, name, component, value); });
    });
    connect(m_components, &ComponentList::finished, this, [this] {
        m_session->endGesture();
        refresh();
    });
    connect(m_components, &ComponentList::resetRequested, this, [this](Index component) {
        const VectorName name = vector();
        edit(tr("Reset a component"), {}, [=](std::vector<Edit>& edits) { resetComponent(edits, name, component); });
    });
}

void TokenPanel::makeResets(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::grid / 2);
    row->addWidget(new QLabel(tr("Reset"), this));
    const auto add = [&](const QString& name, const QString& text, const std::function<void()>& reset) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(name);
        button->setAutoDefault(false);
        button->setMinimumWidth(5 * theme::grid);
        connect(button, &QPushButton::clicked, this, reset);
        row->addWidget(button, 1);
        return button;
    };
    m_resetComponent = add(QStringLiteral("resetComponent"), tr("this component"), [this] {
        if (const std::optional<Index> component = m_components->current())
            emit m_components->resetRequested(*component);
    });
    m_resetVector = add(QStringLiteral("resetVector"), tr("this %1").arg(letterOf(m_role)), [this] {
        edit(tr("Reset a vector"), {}, [name = vector()](std::vector<Edit>& edits) { resetVector(edits, name); });
    });
    m_resetAll = add(QStringLiteral("resetAll"), tr("all"),
                     [this] { edit(tr("Reset all vectors"), {}, [](std::vector<Edit>& edits) { edits.clear(); }); });
    m_resetAll->setToolTip(tr("Takes back every edit of every token"));
    column->addLayout(row);
}

void TokenPanel::edit(const QString& text, const QString& gesture,
                      const std::function<void(std::vector<Edit>&)>& change) {
    m_session->edit(
        text, [&](Scene& scene) { change(scene.edits); }, gesture);
}

void TokenPanel::setNoiseSeed() {
    const Edit open = openOf(EditKind::noise);
    const std::uint64_t seed = anotherSeed(open.seed);
    edit(tr("Other noise"), {},
         [&, name = vector()](std::vector<Edit>& edits) { setNoise(edits, name, seed, open.amount); });
}

/// The edit that a handle stands for; at 0, with a seed of its own, where there is none yet.
Edit TokenPanel::openOf(EditKind kind) const {
    const std::vector<Edit>& edits = m_session->scene().edits;
    const std::optional<std::size_t> at = openEdit(edits, vector());
    if (at && edits[*at].kind == kind)
        return edits[*at];
    Edit none;
    none.kind = kind;
    none.seed = 1 + static_cast<std::uint64_t>(std::count_if(edits.begin(), edits.end(),
                                                             [](const Edit& e) { return e.kind == EditKind::noise; }));
    return none;
}

void TokenPanel::refresh() {
    const ShownPointer shown = m_session->shown();
    setEnabled(shown != nullptr);
    if (!shown)
        return;
    const Head& head = *shown->head;
    refreshChoice(head);
    const VectorF values = presentValues(head);
    const VectorName name = vector();
    const std::vector<Edit>& edits = m_session->scene().edits;
    std::vector<bool> edited(static_cast<std::size_t>(values.size()));
    for (const Edit& e : edits) {
        if (e.kind == EditKind::component && vectorOf(e) == name && e.component < values.size())
            edited[static_cast<std::size_t>(e.component)] = true;
    }
    const bool another = m_shownVector != name || m_components->values().size() != values.size();
    m_components->setComponents(values, edited, another);
    m_shownVector = name;
    refreshHandles(values, another);
    refreshTurn(head);
    refreshResets();
}

void TokenPanel::refreshChoice(const Head& head) {
    QAbstractButton* embedding = m_roles->button(static_cast<int>(Role::x));
    embedding->setVisible(head.projection.has_value());
    if (m_role == Role::x && !head.projection)
        m_role = Role::q;
    m_roles->button(static_cast<int>(m_role))->setChecked(true);
    m_tokens->setTokens(labelsOf(head, m_role), matrixOf(head, m_role).rows());
    m_token->setCurrentIndex(static_cast<int>(std::min<Index>(vector().token, m_tokens->rowCount() - 1)));
}

/// As the scene has it already, where the head on screen is a step behind. Empty for a token that is not there.
VectorF TokenPanel::presentValues(const Head& head) const {
    const MatrixF& matrix = matrixOf(head, m_role);
    const VectorName name = vector();
    if (name.token < 0 || name.token >= matrix.rows())
        return {};
    VectorF values = matrix.row(name.token).transpose();
    const std::vector<Edit>& edits = m_session->scene().edits;
    for (const std::size_t at : openComponents(edits, name)) {
        if (edits[at].component < values.size())
            values[edits[at].component] = static_cast<float>(edits[at].amount);
    }
    return values;
}

void TokenPanel::refreshHandles(const VectorF& values, bool another) {
    const std::vector<Edit>& edits = m_session->scene().edits;
    const double measured = values.cast<double>().norm();
    const std::optional<std::size_t> open = openEdit(edits, vector());
    const bool isNorm = open && edits[*open].kind == EditKind::norm;
    const double norm = isNorm ? edits[*open].amount : measured;
    const double root = std::sqrt(static_cast<double>(std::max<Index>(values.size(), 1)));
    fitHandle(m_norm, another, 2 * norm, norm, root);
    m_norm->setValue(norm);
    const bool bendable = values.size() > 0 && (isNorm || measured > 0);
    m_norm->setEnabled(bendable);
    m_norm->setToolTip(bendable ? tr("The length of the vector: its direction stays. Double-click for √d.")
                                : tr("A zero vector has no direction, so no length can be given to it."));

    const Edit noise = openOf(EditKind::noise);
    fitHandle(m_noise, another, 1.5 * measured / root, noise.amount, 0);
    m_noise->setValue(noise.amount);
    m_dice->setEnabled(noise.amount != 0);
    m_dice->setToolTip(noise.amount != 0 ? tr("Throw other noise of the same strength")
                                         : tr("There is no noise yet: give it a strength first."));
}

Index TokenPanel::turnTarget(const Head& head) const {
    const Index count = matrixOf(head, m_role).rows();
    const Index own = vector().token;
    const Edit open = openOf(EditKind::turn);
    if (m_chosenTarget && *m_chosenTarget < count && *m_chosenTarget != own)
        return *m_chosenTarget;
    if (open.amount != 0 && open.towards < count && open.towards != own)
        return open.towards;
    const Index key = m_session->scene().selection.key;
    return key != own && key < count ? key : own + 1 < count ? own + 1 : own - 1;
}

void TokenPanel::refreshTurn(const Head& head) {
    const bool possible = matrixOf(head, m_role).rows() > 1;
    m_target->setEnabled(possible);
    m_turn->setEnabled(possible);
    const QString reason = tr("There is no other token to turn towards.");
    m_target->setToolTip(possible ? tr("The vector turns towards this token's") : reason);
    m_turn->setToolTip(possible ? tr("By how many degrees; its length stays. Double-click for none.") : reason);
    if (m_turn->isDragged())
        return;
    const Index target = turnTarget(head);
    m_target->setCurrentIndex(possible ? static_cast<int>(target) : -1);
    const Edit open = openOf(EditKind::turn);
    m_turn->setValue(open.amount != 0 && open.towards == target ? open.amount : 0);
}

void TokenPanel::refreshResets() {
    const std::vector<Edit>& edits = m_session->scene().edits;
    const VectorName name = vector();
    const std::optional<Index> component = m_components->current();
    m_resetComponent->setEnabled(component && isEdited(edits, name, *component));
    m_resetComponent->setToolTip(tr("Takes back the edits of the current component (double-click, Delete)"));
    m_resetVector->setText(tr("this %1").arg(letterOf(name.role)));
    m_resetVector->setEnabled(isEdited(edits, name));
    m_resetVector->setToolTip(tr("Takes back every edit of this %1").arg(letterOf(name.role)));
    m_resetAll->setEnabled(!edits.empty());
}

} // namespace softscope
