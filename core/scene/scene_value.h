// A Scene inside a larger JSON value: what presets are read with.
#pragma once

#include "core/scene/scene.h"

#include <nlohmann/json.hpp>

#include <string>

namespace softscope {

/// As sceneFromJson(), from a value that was parsed by parseStrictly(); `path` stands before each path in messages.
Scene sceneFromValue(const nlohmann::json& value, const std::string& path = {});

} // namespace softscope
