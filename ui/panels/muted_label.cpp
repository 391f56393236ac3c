#include "ui/panels/muted_label.h"

#include "ui/theme.h"

#include <QApplication>
#include <QEvent>

namespace softscope {

MutedLabel::MutedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    recolour();
}

void MutedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

void MutedLabel::recolour() {
    if (m_recolouring)
        return;
    m_recolouring = true;
    const QPalette around = parentWidget() ? parentWidget()->palette() : QApplication::palette();
    QPalette own = palette();
    own.setColor(QPalette::WindowText, theme::muted(around));
    setPalette(own);
    m_recolouring = false;
}

} // namespace softscope
