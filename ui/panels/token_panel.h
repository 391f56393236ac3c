// The tab "Token vectors": one vector of the head, to be bent by hand.
#pragma once

#include "core/scene/edit_list.h"
#include "ui/panels/bind.h"

#include <QWidget>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace softscope {

class ComponentList;
class TokenModel;
class ValueControl;

/// Shows the selected query's q (the selected key's k or v) until a person picks a token.
class TokenPanel : public QWidget {
    Q_OBJECT

public:
    explicit TokenPanel(Session* session, QWidget* parent = nullptr);

    VectorName vector() const;

private:
    void makeChoice(QVBoxLayout* column);
    void makeHandles(QVBoxLayout* column);
    void makeComponents(QVBoxLayout* column);
    void makeResets(QVBoxLayout* column);
    ValueControl* addHandle(const QString& name, const QString& text, const QString& tip, double highest);
    void edit(const QString& text, const QString& gesture, const std::function<void(std::vector<Edit>&)>& change);
    void setNoiseSeed();

    void refresh();
    void refreshChoice(const Head& head);
    void refreshHandles(const VectorF& values, bool another);
    void refreshTurn(const Head& head);
    void refreshResets();
    VectorF presentValues(const Head& head) const;
    Index turnTarget(const Head& head) const;
    Edit openOf(EditKind kind) const;

    Session* m_session;
    TokenModel* m_tokens = nullptr;
    QComboBox* m_token = nullptr;
    QButtonGroup* m_roles = nullptr;
    QCheckBox* m_follow = nullptr;
    ValueControl* m_norm = nullptr;
    ValueControl* m_noise = nullptr;
    QToolButton* m_dice = nullptr;
    QComboBox* m_target = nullptr;
    ValueControl* m_turn = nullptr;
    ComponentList* m_components = nullptr;
    QPushButton* m_resetComponent = nullptr;
    QPushButton* m_resetVector = nullptr;
    QPushButton* m_resetAll = nullptr;

    Role m_role = Role::q;
    Index m_chosen = 0;                      ///< the token where it does not follow
    std::optional<Index> m_chosenTarget;     ///< of the turn; empty: the selected key
    std::optional<VectorName> m_shownVector; ///< whose components stand in the list
};

} // namespace softscope
