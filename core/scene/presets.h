// Presets: scene files in resources/presets, each with a title and a sentence on what to look at.
#pragma once

#include "core/scene/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace softscope {

struct Preset {
    std::string name;     ///< its file's stem and its word on the command line
    std::string title;    ///< for the menu
    std::string sentence; ///< what it shows
    Scene scene;
};

/// In the order of their `order` field. A preset file is {"title", "sentence", "order", "scene": {…}}. Throws Error.
const std::vector<Preset>& presets();
/// Throws UsageError that lists the names.
const Preset& preset(std::string_view name);
/// What a first start shows.
inline constexpr std::string_view firstPreset = "sentence";

} // namespace softscope
