#include "ui/panels/mask_text.h"

#include <QCoreApplication>

namespace softscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("softscope::Mask", text);
}

} // namespace

QString maskTitle(const Mask& mask) {
    switch (mask.kind) {
    case MaskKind::causal:
        return tr("Causal");
    case MaskKind::causalEnd:
        return tr("Causal (end)");
    case MaskKind::window:
        break;
    }
    return mask.left == mask.right ? tr("Window %1").arg(mask.left)
                                   : tr("Window %1, %2").arg(mask.left).arg(mask.right);
}

QString maskSentence(const Mask& mask) {
    switch (mask.kind) {
    case MaskKind::causal:
        return tr("A query sees the keys up to its own place: j ≤ i.");
    case MaskKind::causalEnd:
        return tr("Causal with the last query beside the last key: j ≤ i + n_k − n_q.");
    case MaskKind::window:
        break;
    }
    return tr("A query sees %1 keys before its own place and %2 after it.").arg(mask.left).arg(mask.right);
}

} // namespace softscope
