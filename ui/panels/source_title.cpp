#include "ui/panels/source_title.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace softscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("softscope::Source", text);
}

} // namespace

QString sourceKindTitle(SourceKind kind) {
    switch (kind) {
    case SourceKind::gaussian:
        return tr("Gaussian");
    case SourceKind::projection:
        return tr("Projected embeddings");
    case SourceKind::workedExample:
        return tr("Worked example");
    case SourceKind::saturation:
        return tr("Saturation 40 : 2");
    case SourceKind::tensors:
        break;
    }
    return tr("Tensor file");
}

QString sourceTitle(const Source& source) {
    if (source.kind != SourceKind::tensors)
        return sourceKindTitle(source.kind);
    QString path = QString::fromStdString(source.tensors.path);
    const QString own = QStringLiteral("softscope:");
    if (path.startsWith(own))
        path.remove(0, own.size());
    return QFileInfo(path).fileName();
}

QString fixedSizeReason(const Source& source) {
    switch (source.kind) {
    case SourceKind::gaussian:
    case SourceKind::projection:
        return {};
    case SourceKind::workedExample:
        return tr("The worked example has three tokens and dₖ = 4. Choose a Gaussian source to change them.");
    case SourceKind::saturation:
        return tr("The saturation example has two tokens and dₖ = 64. Choose a Gaussian source to change them.");
    case SourceKind::tensors:
        break;
    }
    return tr("These tensors come from a file, and their sizes with them. Choose a Gaussian source to change them.");
}

bool sameOrigin(const Source& a, const Source& b) {
    return a.kind == b.kind && a.labels == b.labels && (a.kind != SourceKind::tensors || a.tensors == b.tensors);
}

} // namespace softscope
