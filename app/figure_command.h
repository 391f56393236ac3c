// `render` to a figure: .png .svg .pdf.
#pragma once

#include "core/analysis/phase.h"
#include "core/engine/evaluate.h"
#include "core/head/head.h"
#include "core/scene/scene.h"

#include <filesystem>

namespace softscope {

/// The endings that are figures, and not numbers.
bool isFigureFile(const std::filesystem::path& file);

/// Makes the figure that scene.figure describes, of the head built from the scene, and writes it atomically. Needs no
/// display: Qt runs on its offscreen platform, whatever the environment says. To be called once in a process, from its
/// main thread. Throws Error, Cancelled (compute.stop), UsageError (another ending).
void renderFigure(const Scene& scene, HeadPointer head, const std::filesystem::path& file, const Compute& compute = {});

/// The picture of a phase diagram, with the scene inside, as .png; as renderFigure(). The map has the cells of no scale
/// and of 1/√d_k.
void renderPhase(const Scene& scene, const PhaseMap& map, const std::filesystem::path& file,
                 const std::stop_token& stop);

} // namespace softscope
