// A tab of the dock: rows of label and control that scroll when there is no room, never sideways.
#pragma once

#include <QHash>
#include <QScrollArea>

class QGridLayout;
class QLabel;

namespace softscope {

class Form : public QScrollArea {
    Q_OBJECT

public:
    explicit Form(QWidget* parent = nullptr);

    void addSection(const QString& title);
    /// `label` may hold a mnemonic or rich text (σ<sub>q</sub>); the tooltip is that of both.
    QLabel* addRow(const QString& label, QWidget* control, const QString& tip);
    /// Over both columns.
    void addWide(QWidget* control);
    void setRowVisible(QWidget* control, bool visible);

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

private:
    QGridLayout* m_grid; // not a QFormLayout: that of Qt 6.4 writes past its memory when rows are hidden
    QHash<const QWidget*, QLabel*> m_labels;
};

} // namespace softscope
