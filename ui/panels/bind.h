// From a control to a field of the Scene and back.
#pragma once

#include "ui/session.h"

#include <QString>

#include <functional>

namespace softscope {

class ValueControl;

struct Binding {
    QString text;    ///< names the undo step
    QString gesture; ///< edits under one name merge into one step until the control says that it is finished
    std::function<double(const Session&)> get;
    std::function<void(Scene&, double)> set;
};

/// The control follows the session and edits it; what follows never edits.
void bind(Session* session, ValueControl* control, const Binding& binding);

/// Calls `refresh` now and whenever the scene or what is shown changes, for as long as `context` lives.
void follow(Session* session, QObject* context, const std::function<void()>& refresh);

/// What the head on screen measures; from the scene itself where the head is not there yet.
struct HeadSize {
    Index nQ = 0, nK = 0, dK = 0, dV = 0;
    bool operator==(const HeadSize&) const = default;
};
HeadSize headSize(const Session& session);

/// n and d_k are free: a Gaussian or projected head.
bool isSized(SourceKind kind);

/// The shown result if it is of the source that the scene names; null while another is still on screen.
ShownPointer shownOfSource(const Session& session);

} // namespace softscope
