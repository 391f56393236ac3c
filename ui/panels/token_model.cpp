#include "ui/panels/token_model.h"

namespace softscope {

void TokenModel::setTokens(const std::vector<std::string>& labels, Index count) {
    if (labels == m_labels && count == m_count)
        return;
    beginResetModel();
    m_labels = labels;
    m_count = count;
    endResetModel();
}

int TokenModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_count);
}

QVariant TokenModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    return tokenText(m_labels, index.row());
}

QString tokenText(const std::vector<std::string>& labels, Index token) {
    if (token >= static_cast<Index>(labels.size()))
        return QString::number(token);
    const QString label = QString::fromStdString(labels[static_cast<std::size_t>(token)]).simplified().left(60);
    return QStringLiteral("%1  %2").arg(token).arg(label);
}

} // namespace softscope
