#include "ui/panels/component_delegate.h"

#include "ui/panels/component_list.h"
#include "ui/panels/component_model.h"
#include "ui/panels/number_field.h"
#include "ui/panels/slider_paint.h"
#include "ui/theme.h"

#include <QPainter>

namespace softscope {

ComponentDelegate::ComponentDelegate(ComponentList* list) : QStyledItemDelegate(list), m_list(list) {}

void ComponentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* model = static_cast<const ComponentModel*>(index.model());
    const bool isCurrent = m_list->currentIndex() == index && m_list->hasFocus();
    const QRect slider = m_list->sliderRect(index.row());
    const QRect number = m_list->numberRect(index.row());
    const double value = index.data(Qt::EditRole).toDouble();

    painter->save();
    if (isCurrent) {
        QColor band = option.palette.color(QPalette::Highlight);
        band.setAlpha(28);
        painter->fillRect(option.rect, band);
    }
    painter->setFont(m_list->font());
    painter->setPen(theme::muted(option.palette));
    painter->drawText(QRect(option.rect.left(), option.rect.top(), slider.left() - option.rect.left() - theme::grid / 2,
                            option.rect.height()),
                      Qt::AlignRight | Qt::AlignVCenter, QString::number(index.row()));
    SliderLook look;
    look.fraction = m_list->scale().fractionOf(value);
    look.origin = m_list->scale().fractionOf(0);
    look.enabled = m_list->isEnabled();
    look.focused = isCurrent;
    look.hovered = option.state.testFlag(QStyle::State_MouseOver);
    paintSlider(*painter, slider, look, option.palette);

    if (model->isEdited(index.row())) {
        QFont bold = m_list->font();
        bold.setBold(true);
        painter->setFont(bold);
    }
    painter->setPen(option.palette.color(m_list->isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    painter->drawText(number, Qt::AlignRight | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    painter->restore();
}

QSize ComponentDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {100, std::max(option.fontMetrics.height() + 6, sliderHandle + 6)};
}

QWidget* ComponentDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
    auto* field = new NumberField(m_list->scale(), NumberField::Buttons::none, 6, parent);
    field->setAccessibleName(tr("Component %1").arg(index.row()));
    field->setAutoFillBackground(true);
    return field;
}

void ComponentDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    auto* field = static_cast<NumberField*>(editor);
    field->setValue(index.data(Qt::EditRole).toDouble());
}

void ComponentDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    auto* field = static_cast<NumberField*>(editor);
    field->commit(); // Enter has done so already
    if (field->value() != index.data(Qt::EditRole).toDouble())
        model->setData(index, field->value(), Qt::EditRole);
}

void ComponentDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                             const QModelIndex& index) const {
    const QRect number = m_list->numberRect(index.row());
    const int width = std::max(number.width() + theme::grid, editor->sizeHint().width());
    editor->setGeometry(number.right() - width + theme::grid / 2, option.rect.top(), width, option.rect.height());
}

} // namespace softscope
