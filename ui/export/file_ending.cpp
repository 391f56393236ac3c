#include "ui/export/file_ending.h"

#include <QFileInfo>
#include <QStringList>

namespace softscope {

QString withKnownEnding(const QString& file, const QString& ending) {
    static const QStringList known{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"),
                                   QStringLiteral("csv"), QStringLiteral("npy")};
    const bool isKnown = known.contains(QFileInfo(file).suffix(), Qt::CaseInsensitive);
    return isKnown ? file : (file.endsWith(u'.') ? file : file + u'.') + ending;
}

} // namespace softscope
