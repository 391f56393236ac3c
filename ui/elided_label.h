// A label that never asks for more room than it gets: what does not fit ends in "…".
#pragma once

#include <QLabel>

namespace softscope {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace softscope
