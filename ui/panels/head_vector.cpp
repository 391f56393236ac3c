#include "ui/panels/head_vector.h"

#include "ui/session.h"

namespace softscope {

const MatrixF& matrixOf(const Head& head, Role role) {
    if (role == Role::x && head.projection)
        return head.projection->x;
    return role == Role::k ? head.k : role == Role::v ? head.v : head.q;
}

const std::vector<std::string>& labelsOf(const Head& head, Role role) {
    return role == Role::k || role == Role::v ? head.keyLabels : head.queryLabels;
}

QString letterOf(Role role) {
    return QString(QLatin1Char("xqkv"[static_cast<int>(role)]));
}

QString gestureOf(const char* kind, VectorName vector, Index part) {
    return QStringLiteral("%1-%2-%3-%4").arg(QLatin1String(kind), letterOf(vector.role)).arg(vector.token).arg(part);
}

void editVectors(Session* session, const QString& text, const QString& gesture,
                 const std::function<void(std::vector<Edit>&)>& change) {
    session->edit(
        text, [&](Scene& scene) { change(scene.edits); }, gesture);
}

} // namespace softscope
