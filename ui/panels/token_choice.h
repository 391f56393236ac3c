// Which vector is bent: a token, its role, and whether the selected cell decides the token.
#pragma once

#include "core/head/head.h"
#include "core/scene/edit_list.h"

#include <QWidget>

class QButtonGroup;
class QCheckBox;
class QHBoxLayout;

namespace softscope {

class Session;
class TokenCombo;
class TokenModel;

/// The selected query's q (the selected key's k or v) until a person picks a token.
class TokenChoice : public QWidget {
    Q_OBJECT

public:
    explicit TokenChoice(Session* session, QWidget* parent = nullptr);

    VectorName vector() const;
    TokenModel* tokens() const { return m_tokens; }
    void refresh(const Head& head);

signals:
    void changed();

private:
    void makeRoles(QHBoxLayout* row);
    void makeFollow();

    Session* m_session;
    TokenModel* m_tokens;
    TokenCombo* m_token;
    QButtonGroup* m_roles;
    QCheckBox* m_follow = nullptr;
    Role m_role = Role::q;
    Index m_chosen = 0; ///< the token where it does not follow
};

} // namespace softscope
