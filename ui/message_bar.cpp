#include "ui/message_bar.h"

#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace softscope {

namespace {
constexpr qint64 readingTime = 8000;  // milliseconds that a warning stays at least
constexpr int edge = theme::grid / 2; // above and below the text
} // namespace

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), m_text(new QLabel(this)), m_close(new QToolButton(this)) {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText); // file names and labels come from outside
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_close->setAutoRaise(true);
    m_close->setText(QStringLiteral("✕"));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss the message"));
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2 * theme::grid, edge, theme::grid, edge);
    row->setSpacing(theme::grid);
    row->addWidget(m_text, 1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    setAccessibleName(tr("Message"));
    hide();
}

void MessageBar::warn(const QString& sentence, bool untilShown) {
    m_untilShown = untilShown;
    show(sentence, true);
}

void MessageBar::tell(const QString& sentence) {
    if (!isVisibleTo(parentWidget()) || !m_warning)
        show(sentence, false);
}

QString MessageBar::sentence() const {
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::dismiss() {
    hide();
    emit changed();
}

int MessageBar::lineHeight() const {
    return std::max(m_text->fontMetrics().height(), m_close->sizeHint().height()) + 2 * edge;
}

int MessageBar::heightForWidth(int width) const {
    return std::max(layout()->heightForWidth(width), lineHeight());
}

void MessageBar::forgetHint() {
    if (!m_warning)
        dismiss();
}

void MessageBar::settle() {
    const bool passes = m_warning || m_coversSentence;
    if (passes && !isHidden() && ((m_warning && m_untilShown) || m_since.hasExpired(readingTime)))
        dismiss();
}

void MessageBar::show(const QString& sentence, bool warning) {
    m_warning = warning;
    m_since.start();
    m_text->setText(sentence);
    m_text->setAccessibleName(sentence);
    update();
    setVisible(true);
    emit changed();
}

void MessageBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        update();
    QFrame::changeEvent(event);
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_warning ? theme::warning(palette()) : palette().color(QPalette::AlternateBase));
    painter.fillRect(0, 0, theme::grid / 2, height(),
                     m_warning ? theme::unscaled(palette()) : theme::scaled(palette()));
}

} // namespace softscope
