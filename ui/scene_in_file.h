// A session or a figure → the Scene in it: what the window and the command line open alike.
#pragma once

#include "core/io/file_kind.h"
#include "core/scene/scene.h"

#include <filesystem>
#include <optional>

namespace softscope {

/// The scene in a file that fileKind() told to be of this kind; empty for tensors, which hold none. Throws Error, one
/// sentence that names the file: a broken session, a picture without our scene, an array alone.
std::optional<Scene> sceneInFile(const std::filesystem::path& file, FileKind kind);

} // namespace softscope
