#include "ui/live_sentence.h"

#include "ui/session.h"
#include "ui/theme.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>

#include <cmath>

namespace softscope {

namespace {
constexpr int usualLength = 118; // characters; a narrower label gets room for two lines
} // namespace

MarkedText markedText(const QString& marked) {
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    MarkedText result;
    bool bold = false;
    const QStringList parts = marked.split(QStringLiteral("**"));
    for (const QString& part : parts) {
        if (bold)
            result.bold.append({int(result.plain.size()), int(part.size()), format});
        result.plain += part;
        bold = !bold;
    }
    return result;
}

LiveSentence::LiveSentence(Session* session, QWidget* parent) : QWidget(parent), m_session(session) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("What is seen"));
    QFont larger = font();
    larger.setPointSizeF(larger.pointSizeF() * 1.1);
    setFont(larger);
    makeRoom();
    auto* copy = new QAction(tr("Copy the sentence"), this);
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(session, &Session::shownChanged, this, &LiveSentence::refresh);
    refresh();
}

void LiveSentence::refresh() {
    const ShownPointer shown = m_session->shown();
    if (!shown)
        return;
    const MarkedText marked = markedText(QString::fromStdString(shown->sentence));
    if (marked.plain == text())
        return;
    m_layout.setText(marked.plain);
    m_layout.setFormats(marked.bold);
    breakLines();
    setAccessibleDescription(marked.plain);
}

void LiveSentence::makeRoom() {
    m_room = width() < usualLength * fontMetrics().averageCharWidth() ? 2 : 1;
    breakLines();
    fixHeight();
}

void LiveSentence::fixHeight() {
    const int air = m_room > 1 ? 3 * theme::grid : 2 * theme::grid; // two lines need more of it to stand apart
    setFixedHeight(m_room * fontMetrics().lineSpacing() + air);
}

void LiveSentence::breakLines() {
    m_layout.setFont(font());
    m_layout.beginLayout();
    double top = 0;
    int lines = 0;
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
        line.setLineWidth(width() - 4 * theme::grid);
        line.setPosition({0, top});
        top += line.height();
        ++lines;
    }
    m_layout.endLayout();
    if (lines > m_room) {
        m_room = lines;
        fixHeight();
    }
    update();
}

void LiveSentence::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    m_layout.draw(&painter, {2.0 * theme::grid, std::round((height() - m_layout.boundingRect().height()) / 2)});
}

void LiveSentence::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        makeRoom();
}

void LiveSentence::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        makeRoom();
}

} // namespace softscope
