// Which keys a query may see: the usual masks in one list.
#pragma once

#include <QComboBox>

namespace softscope {

class Session;

/// Choosing an entry replaces all masks by it; several masks at once are made on the Softmax tab and shown as a count.
class MaskCombo : public QComboBox {
    Q_OBJECT

public:
    explicit MaskCombo(Session* session, QWidget* parent = nullptr);

private:
    void choose(int row);
    void showWindowFields();
    void refresh();

    Session* m_session;
};

} // namespace softscope
