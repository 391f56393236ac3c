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

    /// Something went wrong. Replaces what is there.
    void warn(const QString& sentence);
    /// Something worth knowing. Does not replace a warning.
    void tell(const QString& sentence);
    QString sentence() const;
    void dismiss();
    /// Something else is on screen: a hint, which was for what was there before, goes; a warning stays.
    void forgetHint();
    /// A newer picture came: a warning that a person had time to read goes.
    void settle();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void show(const QString& sentence, bool warning);

    QLabel* m_text;
    QToolButton* m_close;
    QElapsedTimer m_since;
    bool m_warning = false;
};

} // namespace softscope
