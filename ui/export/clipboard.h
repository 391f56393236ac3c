// Copy image and Copy data.
#pragma once

#include "ui/session.h"

namespace softscope {

/// Which map: one of the window, counted as Shown::maps (3 to 5: the lower ones of compare, without the scale), or the
/// figure's own.
using CopiedPlace = std::optional<int>;

/// Puts the map on the clipboard as a picture with title, axes and colour bar, made on a worker: as pixels, and as a
/// PNG that carries the scene. What goes wrong is told through session.failed().
void copyImage(Session& session, CopiedPlace place = {});

/// Puts the numbers of the map's part on screen on the clipboard, as tab-separated text and as CSV, with labels.
void copyData(Session& session, CopiedPlace place = {});

} // namespace softscope
