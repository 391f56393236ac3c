#include "ui/panels/token_handles.h"

#include "core/scene/limits.h"
#include "ui/panels/dice_button.h"
#include "ui/panels/head_vector.h"
#include "ui/panels/seed_control.h"
#include "ui/panels/token_choice.h"
#include "ui/panels/token_combo.h"
#include "ui/panels/value_control.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QFormLayout>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

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

} // namespace

TokenHandles::TokenHandles(Session* session, const TokenChoice* choice, QWidget* parent)
    : QWidget(parent), m_session(session), m_choice(choice) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(theme::grid);
    form->setVerticalSpacing(theme::grid / 2);
    makeNorm(form);
    makeNoise(form);
    makeTurn(form);
}

ValueControl* TokenHandles::addHandle(const QString& name, const QString& text, const QString& tip, double highest) {
    auto* control = new ValueControl(ValueScale::reals(0, highest, 0, limits::component, 0, 0.1, 2),
                                     NumberField::Buttons::none, this);
    control->setObjectName(name);
    control->setName(text);
    control->setToolTip(tip);
    connect(control, &ValueControl::finished, this, [this] {
        m_session->endGesture();
        emit changed();
    });
    return control;
}

void TokenHandles::makeNorm(QFormLayout* form) {
    m_norm = addHandle(QStringLiteral("norm"), tr("Norm"), {}, 20);
    connect(m_norm, &ValueControl::edited, this, [this](double norm) {
        const VectorName name = m_choice->vector();
        editVectors(m_session, tr("Norm"), gestureOf("norm", name),
                    [=](std::vector<Edit>& edits) { setNorm(edits, name, norm); });
    });
    form->addRow(tr("Norm"), m_norm);
}

void TokenHandles::makeNoise(QFormLayout* form) {
    m_noise =
        addHandle(QStringLiteral("noise"), tr("Noise"),
                  tr("Adds Gaussian noise of this standard deviation to every component. Double-click for none."), 2);
    connect(m_noise, &ValueControl::edited, this, [this](double amount) {
        const VectorName name = m_choice->vector();
        const std::uint64_t seed = openOf(EditKind::noise).seed;
        editVectors(m_session, tr("Noise"), gestureOf("noise", name),
                    [=](std::vector<Edit>& edits) { setNoise(edits, name, seed, amount); });
    });
    m_dice = new DiceButton(this);
    m_dice->setObjectName(QStringLiteral("noiseDice"));
    m_dice->setAccessibleName(tr("Other noise"));
    connect(m_dice, &QToolButton::clicked, this, &TokenHandles::setNoiseSeed);
    auto* noise = new QHBoxLayout;
    noise->setSpacing(theme::grid);
    noise->addWidget(m_noise, 1);
    noise->addWidget(m_dice);
    form->addRow(tr("Noise"), noise);
}

void TokenHandles::makeTurn(QFormLayout* form) {
    m_target = new TokenCombo(m_choice->tokens(), QStringLiteral("target"), this);
    m_target->setAccessibleName(tr("Turn towards"));
    connect(m_target, &QComboBox::activated, this, [this](int token) {
        m_chosenTarget = Chosen{m_choice->vector(), openOf(EditKind::turn), token};
        emit changed();
    });
    form->addRow(tr("Turn to"), m_target);
    m_turn = addHandle(QStringLiteral("turn"), tr("Turn, degrees"), {}, 180);
    m_turn->setScale(ValueScale::reals(0, 180, 0, 180, 0, 1, 0));
    m_turn->field()->setSuffix(QStringLiteral("°"));
    connect(m_turn, &ValueControl::edited, this, [this](double degrees) {
        const VectorName name = m_choice->vector();
        const Index towards = m_target->currentIndex();
        editVectors(m_session, tr("Turn"), gestureOf("turn", name, towards),
                    [=](std::vector<Edit>& edits) { setTurn(edits, name, towards, degrees); });
    });
    form->addRow(tr("by"), m_turn);
}

void TokenHandles::setNoiseSeed() {
    const Edit open = openOf(EditKind::noise);
    const std::uint64_t seed = anotherSeed(open.seed);
    editVectors(m_session, tr("Other noise"), {},
                [&, name = m_choice->vector()](std::vector<Edit>& edits) { setNoise(edits, name, seed, open.amount); });
}

/// The edit that a handle stands for; at 0, with a seed of its own, where there is none yet.
Edit TokenHandles::openOf(EditKind kind, std::optional<Index> towards) const {
    const std::vector<Edit>& edits = m_session->scene().edits;
    if (const std::optional<std::size_t> at = openOperation(edits, m_choice->vector(), kind, towards))
        return edits[*at];
    Edit none;
    none.kind = kind;
    none.seed = 1 + static_cast<std::uint64_t>(std::count_if(edits.begin(), edits.end(),
                                                             [](const Edit& e) { return e.kind == EditKind::noise; }));
    return none;
}

void TokenHandles::refresh(const Head& head, const VectorF& values, bool another) {
    refreshNorm(values, another);
    refreshNoise(values, another);
    refreshTurn(head);
}

void TokenHandles::refreshNorm(const VectorF& values, bool another) {
    const std::vector<Edit>& edits = m_session->scene().edits;
    const double measured = values.cast<double>().norm();
    const std::optional<std::size_t> open = openEdit(edits, m_choice->vector());
    const bool isNorm = open && edits[*open].kind == EditKind::norm;
    const double norm = isNorm ? edits[*open].amount : measured;
    const double root = std::sqrt(static_cast<double>(std::max<Index>(values.size(), 1)));
    fitHandle(m_norm, another, 2 * norm, norm, root);
    m_norm->setValue(norm);
    const bool bendable = values.size() > 0 && (isNorm || measured > 0);
    m_norm->setEnabled(bendable);
    m_norm->setToolTip(bendable ? tr("The length of the vector: its direction stays. Double-click for √d.")
                                : tr("A zero vector has no direction, so no length can be given to it."));
}

void TokenHandles::refreshNoise(const VectorF& values, bool another) {
    const double root = std::sqrt(static_cast<double>(std::max<Index>(values.size(), 1)));
    const Edit noise = openOf(EditKind::noise);
    fitHandle(m_noise, another, 1.5 * values.cast<double>().norm() / root, noise.amount, 0);
    m_noise->setValue(noise.amount);
    m_dice->setEnabled(noise.amount != 0);
    m_dice->setToolTip(noise.amount != 0 ? tr("Throw other noise of the same strength")
                                         : tr("There is no noise yet: give it a strength first."));
}

/// The target that was chosen, as long as the vector and its turns are those it was chosen for.
std::optional<Index> TokenHandles::chosenTarget() {
    if (!m_chosenTarget)
        return std::nullopt;
    const Edit open = openOf(EditKind::turn);
    if (open.towards == m_chosenTarget->token && open.amount != 0)
        m_chosenTarget->open = open; // turned there since
    if (m_chosenTarget->vector != m_choice->vector() || (open.amount != 0 && open != m_chosenTarget->open))
        m_chosenTarget.reset();
    return m_chosenTarget ? std::optional(m_chosenTarget->token) : std::nullopt;
}

Index TokenHandles::turnTarget(const Head& head) {
    const Index count = matrixOf(head, m_choice->vector().role).rows();
    const Index own = m_choice->vector().token;
    const Edit open = openOf(EditKind::turn);
    if (const std::optional<Index> chosen = chosenTarget(); chosen && *chosen < count && *chosen != own)
        return *chosen;
    if (open.amount != 0 && open.towards < count && open.towards != own)
        return open.towards;
    const Index key = m_session->scene().selection.key;
    return key != own && key < count ? key : own + 1 < count ? own + 1 : own - 1;
}

void TokenHandles::refreshTurn(const Head& head) {
    const bool possible = matrixOf(head, m_choice->vector().role).rows() > 1;
    m_target->setEnabled(possible);
    m_turn->setEnabled(possible);
    const QString reason = tr("There is no other token to turn towards.");
    m_target->setToolTip(possible ? tr("The vector turns towards this token's") : reason);
    m_turn->setToolTip(possible ? tr("By how many degrees; its length stays. Double-click for none.") : reason);
    if (m_turn->isDragged())
        return;
    const Index target = turnTarget(head);
    m_target->setCurrentIndex(possible ? static_cast<int>(target) : -1);
    m_turn->setValue(openOf(EditKind::turn, target).amount);
}

} // namespace softscope
