// Whether what the window shows can be kept for the next start.
#pragma once

#include "ui/window_state.h"

namespace softscope {

/// One sentence where a folder that the state is kept in cannot be made or written; else empty. Makes the folders. Not
/// for the GUI thread of a window that is on screen.
QString stateProblem(const StatePlaces& places);

} // namespace softscope
