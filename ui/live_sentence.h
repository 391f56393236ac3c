// The sentence over the maps that says in words what is seen.
#pragma once

#include <QTextLayout>
#include <QWidget>

namespace softscope {

class Session;

/// Text in which **bold** marks numbers, taken apart. Everything else stands for itself.
struct MarkedText {
    QString plain;
    QList<QTextLayout::FormatRange> bold; ///< of plain
};
MarkedText markedText(const QString& marked);

/// Its height depends on its width and not on what it says, so that nothing below it jumps, and a new sentence, which
/// comes with every tick of a slider, lays nothing else out. Only one that needs more lines than there is room for
/// makes more, which stays until the width changes.
class LiveSentence : public QWidget {
    Q_OBJECT

public:
    explicit LiveSentence(Session* session, QWidget* parent = nullptr);
    QString text() const { return m_layout.text(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void makeRoom();
    void fixHeight();
    void breakLines();

    Session* m_session;
    QTextLayout m_layout;
    int m_room = 1; ///< lines
};

} // namespace softscope
