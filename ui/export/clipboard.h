// Copy image and Copy data.
#pragma once

#include "ui/session.h"

namespace softscope {

/// Which map: that of a place in the window (0 to 2), or the figure's own.
using CopiedPlace = std::optional<int>;

/// Puts the map on the clipboard as a picture with title, axes and colour bar, made on a worker: as pixels, and as a
/// PNG that carries the scene. What goes wrong is told through session.failed().
void copyImage(Session& session, CopiedPlace place = {});

/// Puts the numbers of the map's part on screen on the clipboard, as tab-separated text and as CSV, with labels.
void copyData(Session& session, CopiedPlace place = {});

} // namespace softscope
