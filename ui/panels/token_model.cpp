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
    if (!index.isValid())
        return {};
    if (role == Qt::ToolTipRole && index.row() < static_cast<int>(m_labels.size())) // the whole of it, as it is
        return QStringLiteral("<span>%1</span>")
            .arg(QString::fromStdString(m_labels[static_cast<std::size_t>(index.row())]).toHtmlEscaped());
    if (role != Qt::DisplayRole)
        return {};
    return tokenText(m_labels, index.row());
}

QString tokenText(const std::vector<std::string>& labels, Index token) {
    if (token >= static_cast<Index>(labels.size()))
        return QString::number(token);
    constexpr int most = 40; // characters: the list of a narrow panel stays on the screen
    QString label = QString::fromStdString(labels[static_cast<std::size_t>(token)]).simplified();
    if (label.size() > most)
        label = label.left(most - 1) + QStringLiteral("…");
    return QStringLiteral("%1  %2").arg(token).arg(label);
}

} // namespace softscope
