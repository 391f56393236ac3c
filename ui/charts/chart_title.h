// The title of a chart: a button that opens its menu, with a line of muted text under it.
#pragma once

#include <QToolButton>

namespace softscope {

/// Both lines end in "…" where there is no room for them; the tool tip has them whole.
class ChartTitle : public QToolButton {
    Q_OBJECT

public:
    explicit ChartTitle(QWidget* parent = nullptr);

    void setHeading(const QString& title, const QString& subtitle);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int buttonHeight() const;

    QString m_title, m_subtitle;
};

} // namespace softscope
