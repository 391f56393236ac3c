#include "ui/panels/form.h"

#include "ui/theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QScrollBar>

namespace softscope {

Form::Form(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(this);
    m_form = new QFormLayout(content);
    m_form->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    m_form->setHorizontalSpacing(theme::grid);
    m_form->setVerticalSpacing(theme::grid / 2);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setWidget(content);
}

void Form::addSection(const QString& title) {
    auto* label = new QLabel(title, widget());
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setContentsMargins(0, m_form->rowCount() > 0 ? theme::grid : 0, 0, 0);
    m_form->addRow(label);
}

QLabel* Form::addRow(const QString& label, QWidget* control, const QString& tip) {
    auto* text = new QLabel(label, widget());
    text->setBuddy(control);
    text->setToolTip(tip);
    if (control->toolTip().isEmpty())
        control->setToolTip(tip);
    m_form->addRow(text, control);
    return text;
}

void Form::addWide(QWidget* control) {
    m_form->addRow(control);
}

void Form::setRowVisible(QWidget* control, bool visible) {
    m_form->setRowVisible(control, visible);
}

QSize Form::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), 10 * theme::grid};
}

QSize Form::sizeHint() const {
    return {std::max(minimumSizeHint().width(), 37 * theme::grid), widget()->sizeHint().height()};
}

} // namespace softscope
