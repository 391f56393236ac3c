// The numbers behind the list of components.
#pragma once

#include "core/base/matrix.h"

#include <QAbstractListModel>

#include <vector>

namespace softscope {

class ComponentModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setComponents(const VectorF& values, const std::vector<bool>& edited);
    const VectorF& values() const { return m_values; }
    bool isEdited(Index component) const;
    /// Until setComponents() brings the same.
    void setValue(Index component, double value);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Emits typed(); the value itself comes back through setComponents().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void typed(Index component, double value);

private:
    VectorF m_values;
    std::vector<bool> m_edited;
};

} // namespace softscope
