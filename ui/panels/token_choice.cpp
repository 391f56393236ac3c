#include "ui/panels/token_choice.h"

#include "ui/panels/head_vector.h"
#include "ui/panels/lit_button.h"
#include "ui/panels/token_combo.h"
#include "ui/panels/token_model.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QVBoxLayout>

#include <algorithm>

namespace softscope {

TokenChoice::TokenChoice(Session* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_tokens(new TokenModel(this)),
      m_token(new TokenCombo(m_tokens, QStringLiteral("token"), this)), m_roles(new QButtonGroup(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid / 2);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::grid / 2);
    m_token->setAccessibleName(tr("Token"));
    m_token->setToolTip(tr("Whose vector"));
    connect(m_token, &QComboBox::activated, this, [this](int token) {
        m_chosen = token;
        m_follow->setChecked(false);
        emit changed();
    });
    row->addWidget(m_token, 1);
    makeRoles(row);
    column->addLayout(row);
    makeFollow();
    column->addWidget(m_follow);
}

VectorName TokenChoice::vector() const {
    const Selection& selection = m_session->scene().selection;
    const bool ofKey = m_role == Role::k || m_role == Role::v;
    const Index token = !m_follow->isChecked() ? m_chosen : ofKey ? selection.key : selection.row;
    // A head may have become smaller than the token that was picked.
    return {m_role, std::clamp<Index>(token, 0, std::max(0, m_tokens->rowCount() - 1))};
}

void TokenChoice::makeRoles(QHBoxLayout* row) {
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
        emit changed();
    });
}

void TokenChoice::makeFollow() {
    m_follow = new QCheckBox(tr("Follow the selected cell"), this);
    m_follow->setObjectName(QStringLiteral("follow"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Shows the query of the selected row, or the key or value of the selected column"));
    connect(m_follow, &QCheckBox::clicked, this, [this](bool follows) {
        if (!follows)
            m_chosen = std::max(0, m_token->currentIndex());
        emit changed();
    });
}

void TokenChoice::refresh(const Head& head) {
    QAbstractButton* embedding = m_roles->button(static_cast<int>(Role::x));
    embedding->setVisible(head.projection.has_value());
    if (m_role == Role::x && !head.projection)
        m_role = Role::q;
    m_roles->button(static_cast<int>(m_role))->setChecked(true);
    m_tokens->setTokens(labelsOf(head, m_role), matrixOf(head, m_role).rows());
    m_token->setCurrentIndex(static_cast<int>(std::min<Index>(vector().token, m_tokens->rowCount() - 1)));
}

} // namespace softscope
