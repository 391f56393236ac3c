// Asks for the two ends of a fixed colour range.
#pragma once

#include "core/scene/scene.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace softscope {

class RangeDialog : public QDialog {
    Q_OBJECT

public:
    /// `positive`: both ends must be above zero, as a logarithm needs.
    RangeDialog(const Range& range, bool positive, QWidget* parent = nullptr);

    /// As typed, kind fixed. Only valid ranges can be accepted.
    Range range() const;

private:
    void check();

    Range m_start;
    bool m_positive;
    QLineEdit* m_low;
    QLineEdit* m_high;
    QPushButton* m_accept;
};

} // namespace softscope
