// Masks in words.
#pragma once

#include "core/scene/scene.h"

#include <QString>

namespace softscope {

/// "Causal", "Causal (end)", "Window 4", "Window 4, 2".
QString maskTitle(const Mask& mask);
/// What it lets a query see, in one sentence.
QString maskSentence(const Mask& mask);

inline constexpr Index newWindow = 4; ///< keys to each side of a window that was just added

} // namespace softscope
