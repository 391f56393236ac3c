// A button that is lit in the accent colour while it is on: to be told from off at a glance, in the dark too.
#pragma once

#include <QPushButton>

namespace softscope {

class LitButton : public QPushButton {
    Q_OBJECT

public:
    explicit LitButton(const QString& text, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace softscope
