#include "ui/panels/token_panel.h"

#include "ui/panels/component_list.h"
#include "ui/panels/head_vector.h"
#include "ui/panels/token_choice.h"
#include "ui/panels/token_handles.h"
#include "ui/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace softscope {

TokenPanel::TokenPanel(Session* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_choice(new TokenChoice(session, this)),
      m_handles(new TokenHandles(session, m_choice, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    column->setSpacing(theme::grid / 2);
    column->addWidget(m_choice);
    column->addWidget(m_handles);
    makeComponents(column);
    makeResets(column);
    connect(m_choice, &TokenChoice::changed, this, &TokenPanel::refresh);
    connect(m_handles, &TokenHandles::changed, this, &TokenPanel::refresh);
    follow(session, this, [this] { refresh(); });
}

/// A handle that has the focus gives it back, and ends its gesture, while there still is a panel.
TokenPanel::~TokenPanel() {
    hide();
}

VectorName TokenPanel::vector() const {
    return m_choice->vector();
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
        const VectorName name = m_choice->vector();
        editVectors(m_session, tr("Component %1 of %2").arg(component).arg(letterOf(name.role)),
                    gestureOf("component", name, component),
                    [=](std::vector<Edit>& edits) { setComponent(edits, name, component, value); });
    });
    connect(m_components, &ComponentList::finished, this, [this] {
        m_session->endGesture();
        refresh();
    });
    connect(m_components, &ComponentList::resetRequested, this, [this](Index component) {
        const VectorName name = m_choice->vector();
        editVectors(m_session, tr("Reset a component"), {},
                    [=](std::vector<Edit>& edits) { resetComponent(edits, name, component); });
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
    m_resetVector = add(QStringLiteral("resetVector"), tr("this %1").arg(letterOf(m_choice->vector().role)), [this] {
        editVectors(m_session, tr("Reset a vector"), {},
                    [name = m_choice->vector()](std::vector<Edit>& edits) { resetVector(edits, name); });
    });
    m_resetAll = add(QStringLiteral("resetAll"), tr("all"), [this] {
        editVectors(m_session, tr("Reset all vectors"), {}, [](std::vector<Edit>& edits) { edits.clear(); });
    });
    m_resetAll->setToolTip(tr("Takes back every edit of every token"));
    column->addLayout(row);
}

void TokenPanel::refresh() {
    const ShownPointer shown = m_session->shown();
    setEnabled(shown != nullptr);
    if (!shown)
        return;
    const Head& head = *shown->head;
    m_choice->refresh(head);
    const VectorF values = presentValues(head);
    const VectorName name = m_choice->vector();
    const std::vector<Edit>& edits = m_session->scene().edits;
    std::vector<bool> edited(static_cast<std::size_t>(values.size()));
    for (const Edit& e : edits) {
        if (e.kind == EditKind::component && vectorOf(e) == name && e.component < values.size())
            edited[static_cast<std::size_t>(e.component)] = true;
    }
    const bool another = m_shownVector != name || m_components->values().size() != values.size();
    m_components->setComponents(values, edited, another);
    m_shownVector = name;
    m_handles->refresh(head, values, another);
    refreshResets();
}

/// As the scene has it already, where the head on screen is a step behind. Empty for a token that is not there.
VectorF TokenPanel::presentValues(const Head& head) const {
    const VectorName name = m_choice->vector();
    const MatrixF& matrix = matrixOf(head, name.role);
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

void TokenPanel::refreshResets() {
    const std::vector<Edit>& edits = m_session->scene().edits;
    const VectorName name = m_choice->vector();
    const std::optional<Index> component = m_components->current();
    m_resetComponent->setEnabled(component && isEdited(edits, name, *component));
    m_resetComponent->setToolTip(tr("Takes back the edits of the current component (double-click, Delete)"));
    m_resetVector->setText(tr("this %1").arg(letterOf(name.role)));
    m_resetVector->setEnabled(isEdited(edits, name));
    m_resetVector->setToolTip(tr("Takes back every edit of this %1").arg(letterOf(name.role)));
    m_resetAll->setEnabled(!edits.empty());
}

} // namespace softscope
