// One sentence over the maps, dismissable: what went wrong, or what to look at.
#pragma once

#include <QElapsedTimer>
#include <QFrame>

class QLabel;
class QToolButton;

namespace softscope {

class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// Something went wrong. Replaces what is there. `untilShown`: it holds only until a newer picture comes.
    void warn(const QString& sentence, bool untilShown = false);
    /// Something worth knowing. Does not replace a warning.
    void tell(const QString& sentence);
    QString sentence() const;
    void dismiss();
    /// Something else is on screen: a hint, which was for what was there before, goes; a warning stays.
    void forgetHint();
    /// A newer picture came: a warning that held until then goes, another if a person had time to read it, and so does
    /// a hint that covers what it speaks of.
    void settle();
    void setCoversSentence(bool covers) { m_coversSentence = covers; }
    /// Its height with one line of text.
    int lineHeight() const;
    int heightForWidth(int width) const override;

signals:
    void changed(); ///< what it says, or whether it says anything

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void show(const QString& sentence, bool warning);

    QLabel* m_text;
    QToolButton* m_close;
    QElapsedTimer m_since;
    bool m_warning = false;
    bool m_untilShown = false;
    bool m_coversSentence = false;
};

} // namespace softscope
