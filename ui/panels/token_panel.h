// The tab "Token vectors": one vector of the head, to be bent by hand.
#pragma once

#include "core/scene/edit_list.h"
#include "ui/panels/bind.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace softscope {

class ComponentList;
class TokenChoice;
class TokenHandles;

class TokenPanel : public QWidget {
    Q_OBJECT

public:
    explicit TokenPanel(Session* session, QWidget* parent = nullptr);
    ~TokenPanel() override;

    VectorName vector() const;

private:
    void makeComponents(QVBoxLayout* column);
    void makeResets(QVBoxLayout* column);

    void refresh();
    void refreshResets();
    VectorF presentValues(const Head& head) const;

    Session* m_session;
    TokenChoice* m_choice;
    TokenHandles* m_handles;
    ComponentList* m_components = nullptr;
    QPushButton* m_resetComponent = nullptr;
    QPushButton* m_resetVector = nullptr;
    QPushButton* m_resetAll = nullptr;

    std::optional<VectorName> m_shownVector; ///< whose components stand in the list
};

} // namespace softscope
