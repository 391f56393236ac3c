// How long it takes from a slider's tick to painted pixels, on the real window.
#pragma once

#include "core/base/matrix.h"

#include <span>
#include <stop_token>
#include <vector>

namespace softscope {

/// Ten seconds of dragging d_k from 1 to 1024 and back, at the pace of a mouse.
struct Drag {
    int frames = 0;          ///< pictures painted
    double p95 = 0, max = 0; ///< milliseconds from where the slider stood to its picture on the screen
    double longestStill = 0; ///< milliseconds that one picture stood while the slider moved on
};

struct InteractiveCase {
    Index n = 0;
    double p50 = 0, p95 = 0, max = 0; ///< milliseconds
    double firstP95 = 0;              ///< to the first picture, which may be of some of the rows
    Drag drag;
};

/// Opens the window at 1440 × 900 on Qt's offscreen platform and moves its d_k slider 200 times around dK for each n.
/// One tick is over when the three maps and the three charts show that d_k and the window was painted; the next begins
/// then. Then drags it over its range. Throws Error (a tick is not painted within ten seconds), Cancelled.
std::vector<InteractiveCase> benchInteractive(std::span<const Index> sizes, Index dK, const std::stop_token& stop);

/// Milliseconds from the start of this program, as a new process with a fresh profile, to its first painted picture:
/// median of five. Needs a Qt application in this process. Throws Error, Cancelled.
double benchStart(const std::stop_token& stop);

} // namespace softscope
