// A label that never asks for more room than it gets: what does not fit ends in "…".
#pragma once

#include <QWidget>

namespace softscope {

/// Plain text on one line. A new text asks for no new layout, so it may change with every tick of a slider; it is also
/// the accessible description.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    const QString& text() const { return m_text; }
    void setText(const QString& text);
    void setAlignment(Qt::Alignment alignment);
    /// The height of a line, no width.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace softscope
