// The middle of the window: the live sentence, the maps below it, and the message that may lie over the sentence.
#pragma once

#include <QWidget>

class QSpacerItem;

namespace softscope {

class HeatmapBoard;
class LiveSentence;
class MessageBar;
class Session;

/// A message moves nothing: a high window keeps a line free for it above the sentence, in a low one it takes the
/// sentence's place until it goes. A message of more lines grows downwards, over the maps' titles if it must.
class Centre : public QWidget {
    Q_OBJECT

public:
    explicit Centre(Session* session, QWidget* parent = nullptr);

    MessageBar* messages() const { return m_messages; }
    /// Whether there is height to spare for a message's own line.
    void setRoomy(bool roomy);
    /// The height that all of it can use at its present width: more leaves room empty.
    int usefulHeight(bool compare) const;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeMessage();

    QSpacerItem* m_line;
    LiveSentence* m_sentence;
    HeatmapBoard* m_board;
    MessageBar* m_messages;
    bool m_roomy = true;
};

} // namespace softscope
