#include "ui/panels/bind.h"

#include "core/scene/validate.h"
#include "ui/panels/value_control.h"

namespace softscope {

void bind(Session* session, ValueControl* control, const Binding& binding) {
    QObject::connect(control, &ValueControl::edited, session, [session, binding](double value) {
        session->edit(
            binding.text, [&](Scene& scene) { binding.set(scene, value); }, binding.gesture);
    });
    const auto refresh = [session, control, get = binding.get] { control->setValue(get(*session)); };
    QObject::connect(control, &ValueControl::finished, session, [session, refresh] {
        session->endGesture();
        refresh(); // an edit that was refused leaves the old value
    });
    follow(session, control, refresh);
}

void follow(Session* session, QObject* context, const std::function<void()>& refresh) {
    QObject::connect(session, &Session::sceneChanged, context, refresh);
    QObject::connect(session, &Session::shownChanged, context, refresh);
    refresh();
}

HeadSize headSize(const Session& session) {
    const Source& source = session.scene().source;
    if (isSized(source.kind))
        return {source.tokens, source.tokens, source.dK, source.dV.value_or(source.dK)};
    if (const ShownPointer shown = shownOfSource(session))
        return {shown->head->nQ(), shown->head->nK(), shown->head->dK(), shown->head->dV()};
    const Index tokens = knownTokens(source).value_or(0);
    const Index dK = knownDK(source).value_or(0);
    return {tokens, tokens, dK, dK};
}

bool isSized(SourceKind kind) {
    return kind == SourceKind::gaussian || kind == SourceKind::projection;
}

ShownPointer shownOfSource(const Session& session) {
    ShownPointer shown = session.shown();
    return shown && shown->head && shown->scene.source == session.scene().source ? shown : nullptr;
}

} // namespace softscope
