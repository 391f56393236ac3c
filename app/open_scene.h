// The FILE of a SCENE.
#pragma once

#include "core/scene/scene.h"

#include <filesystem>

namespace softscope {

/// A session, a figure by us, or a tensor file, told apart by content. Throws Error.
Scene openScene(const std::filesystem::path& file);

} // namespace softscope
