// A button with the five of a die on it.
#pragma once

#include <QToolButton>

namespace softscope {

class DiceButton : public QToolButton {
    Q_OBJECT

public:
    explicit DiceButton(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace softscope
