#include "ui/live_sentence.h"

#include "ui/session.h"
#include "ui/theme.h"

#include <QEvent>

namespace softscope {

namespace {
constexpr int usualLength = 118; // characters; a narrower label gets room for two lines
} // namespace

QString richSentence(const QString& marked) {
    QString rich;
    bool bold = false;
    const QStringList parts = marked.split(QStringLiteral("**"));
    for (const QString& part : parts) {
        rich += bold ? QStringLiteral("<b>%1</b>").arg(part.toHtmlEscaped()) : part.toHtmlEscaped();
        bold = !bold;
    }
    return rich;
}

LiveSentence::LiveSentence(Session* session, QWidget* parent) : QLabel(parent), m_session(session) {
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setContentsMargins(2 * theme::grid, 0, 2 * theme::grid, 0);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setAccessibleName(tr("What is seen"));
    QFont larger = font();
    larger.setPointSizeF(larger.pointSizeF() * 1.1);
    setFont(larger);
    fixHeight();
    connect(session, &Session::shownChanged, this, &LiveSentence::refresh);
    refresh();
}

void LiveSentence::refresh() {
    const ShownPointer shown = m_session->shown();
    if (!shown)
        return;
    const QString marked = QString::fromStdString(shown->sentence);
    const QString rich = richSentence(marked);
    if (rich == text())
        return;
    setText(rich);
    setAccessibleDescription(QString(marked).remove(QStringLiteral("**")));
}

void LiveSentence::fixHeight() {
    const int lines = width() < usualLength * fontMetrics().averageCharWidth() ? 2 : 1;
    const int air = lines > 1 ? 3 * theme::grid : 2 * theme::grid; // two lines need more of it to stand apart
    setFixedHeight(lines * fontMetrics().lineSpacing() + air);
}

void LiveSentence::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fixHeight();
}

void LiveSentence::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fixHeight();
}

} // namespace softscope
