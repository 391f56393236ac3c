#include "ui/centre.h"

#include "ui/heatmap/heatmap_board.h"
#include "ui/live_sentence.h"
#include "ui/message_bar.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace softscope {

Centre::Centre(Session* session, QWidget* parent)
    : QWidget(parent), m_line(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Fixed)),
      m_sentence(new LiveSentence(session, this)), m_board(new HeatmapBoard(session, this)),
      m_messages(new MessageBar(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addItem(m_line);
    column->addWidget(m_sentence);
    column->addWidget(m_board, 1);
    m_messages->raise();
    m_roomy = false;
    setRoomy(true);
    connect(m_messages, &MessageBar::changed, this, &Centre::placeMessage);
}

void Centre::setRoomy(bool roomy) {
    if (roomy == m_roomy)
        return;
    m_roomy = roomy;
    m_line->changeSize(0, roomy ? m_messages->lineHeight() : 0, QSizePolicy::Minimum, QSizePolicy::Fixed);
    layout()->invalidate();
    m_messages->setCoversSentence(!roomy);
    placeMessage();
}

int Centre::usefulHeight(bool compare) const {
    return m_line->sizeHint().height() + m_sentence->height() + m_board->heightFor(width(), compare);
}

/// Never a part of the sentence: it is whole or it is covered.
void Centre::placeMessage() {
    const int line = m_line->sizeHint().height(), wanted = m_messages->heightForWidth(width());
    const int height = wanted <= line ? line : std::max(wanted, line + m_sentence->height());
    m_messages->setGeometry(0, 0, width(), height);
}

bool Centre::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    // The sentence's height follows its width.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange)
        placeMessage();
    return handled;
}

void Centre::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeMessage();
}

} // namespace softscope
