// The sentence over the maps that says in words what is seen.
#pragma once

#include <QLabel>

namespace softscope {

class Session;

/// Plain text in which **bold** marks numbers → rich text; everything else is escaped.
QString richSentence(const QString& marked);

/// Its height depends on its width and never on what it says, so that nothing below it jumps.
class LiveSentence : public QLabel {
    Q_OBJECT

public:
    explicit LiveSentence(Session* session, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void fixHeight();

    Session* m_session;
};

} // namespace softscope
