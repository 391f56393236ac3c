// A phase diagram as a picture: unscaled beside scaled, with the line where the random energy model freezes.
#pragma once

#include "core/analysis/phase.h"
#include "core/scene/scene.h"

#include <filesystem>
#include <stop_token>

namespace softscope {

/// `map` has the cells of no scale and of 1/√d_k. A PNG of scene.figure.dpi with the scene inside, written atomically;
/// needs a QGuiApplication. Throws Error, Cancelled.
void writePhaseFigure(const std::filesystem::path& file, const Scene& scene, const PhaseMap& map,
                      const std::stop_token& stop);

} // namespace softscope
