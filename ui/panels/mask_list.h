// The masks of the scene, one under the other: a key must pass them all.
#pragma once

#include "core/scene/scene.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace softscope {

class Session;

class MaskList : public QWidget {
    Q_OBJECT

public:
    explicit MaskList(Session* session, QWidget* parent = nullptr);

private:
    void add(const Mask& mask);
    void refresh();
    QWidget* rowOf(std::size_t place, const Mask& mask);

    Session* m_session;
    QVBoxLayout* m_rows;
    QPushButton* m_add;
    std::vector<MaskKind> m_kinds; // of the rows that stand
};

} // namespace softscope
