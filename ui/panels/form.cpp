#include "ui/panels/form.h"

#include "ui/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

namespace softscope {

Form::Form(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    m_grid = new QGridLayout;
    m_grid->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    m_grid->setHorizontalSpacing(theme::grid);
    m_grid->setVerticalSpacing(theme::grid / 2);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    column->addStretch(1); // what room is left goes under the last row
    setWidget(content);
}

void Form::addSection(const QString& title) {
    auto* label = new QLabel(title, widget());
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setContentsMargins(0, m_grid->count() > 0 ? theme::grid : 0, 0, 0);
    addWide(label);
}

QLabel* Form::addRow(const QString& label, QWidget* control, const QString& tip) {
    auto* text = new QLabel(label, widget());
    text->setBuddy(control);
    text->setToolTip(tip);
    if (control->toolTip().isEmpty())
        control->setToolTip(tip);
    m_labels[control] = text;
    const int row = m_grid->rowCount();
    m_grid->addWidget(text, row, 0);
    m_grid->addWidget(control, row, 1);
    return text;
}

void Form::addWide(QWidget* control) {
    m_grid->addWidget(control, m_grid->rowCount(), 0, 1, 2);
}

void Form::setRowVisible(QWidget* control, bool visible) {
    control->setVisible(visible);
    if (QLabel* label = m_labels.value(control))
        label->setVisible(visible);
}

QSize Form::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), 10 * theme::grid};
}

QSize Form::sizeHint() const {
    return {std::max(minimumSizeHint().width(), 37 * theme::grid), widget()->sizeHint().height()};
}

} // namespace softscope
