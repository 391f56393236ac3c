// The tokens of a head as a list, made on the fly: there may be a million.
#pragma once

#include "core/head/head.h"

#include <QAbstractListModel>

namespace softscope {

class TokenModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    /// Changes nothing where the tokens are the same.
    void setTokens(const std::vector<std::string>& labels, Index count);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<std::string> m_labels;
    Index m_count = 0;
};

/// "10  it"; the number alone where the token has no label.
QString tokenText(const std::vector<std::string>& labels, Index token);

} // namespace softscope
