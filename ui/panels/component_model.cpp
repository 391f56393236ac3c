#include "ui/panels/component_model.h"

#include "core/render/number_text.h"

namespace softscope {

void ComponentModel::setComponents(const VectorF& values, const std::vector<bool>& edited) {
    const int before = rowCount();
    const int after = static_cast<int>(values.size());
    if (after > before)
        beginInsertRows({}, before, after - 1);
    else if (after < before)
        beginRemoveRows({}, after, before - 1);
    m_values = values;
    m_edited = edited;
    if (after > before)
        endInsertRows();
    else if (after < before)
        endRemoveRows();
    if (after > 0)
        emit dataChanged(index(0), index(after - 1));
}

bool ComponentModel::isEdited(Index component) const {
    return component < static_cast<Index>(m_edited.size()) && m_edited[static_cast<std::size_t>(component)];
}

void ComponentModel::setValue(Index component, double value) {
    if (component < 0 || component >= m_values.size())
        return;
    m_values[component] = static_cast<float>(value);
    const QModelIndex changed = index(static_cast<int>(component));
    emit dataChanged(changed, changed);
}

int ComponentModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_values.size());
}

QVariant ComponentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const double value = m_values[index.row()];
    switch (role) {
    case Qt::EditRole:
        return value;
    case Qt::DisplayRole:
        return QString::fromStdString(signedText(value));
    case Qt::AccessibleTextRole:
        return tr("Component %1: %2").arg(index.row()).arg(QString::fromStdString(signedText(value)));
    case Qt::ToolTipRole:
        return tr("Component %1: %2%3. Drag the slider or click the number; double-click the slider to reset it.")
            .arg(index.row())
            .arg(QString::fromStdString(numberText(value, 7)))
            .arg(isEdited(index.row()) ? tr(", edited") : QString());
    default:
        return {};
    }
}

bool ComponentModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    emit typed(index.row(), value.toDouble());
    return true;
}

Qt::ItemFlags ComponentModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace softscope
