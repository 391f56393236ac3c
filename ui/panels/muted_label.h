// Secondary text: wraps, can be selected, follows the palette.
#pragma once

#include <QLabel>

namespace softscope {

class MutedLabel : public QLabel {
    Q_OBJECT

public:
    explicit MutedLabel(const QString& text = {}, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
    bool m_recolouring = false;
};

} // namespace softscope
