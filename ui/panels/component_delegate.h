// Paints one row of the list of components: its number, a slider, its value. Makes the field to type in.
#pragma once

#include <QStyledItemDelegate>

namespace softscope {

class ComponentList;

class ComponentDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ComponentDelegate(ComponentList* list);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

private:
    ComponentList* m_list;
};

} // namespace softscope
