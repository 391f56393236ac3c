// A Scene as JSON: what a session file is, what a figure carries, what a preset is.
#pragma once

#include "core/scene/scene.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace softscope {

/// Every field written out, indented by two, ends with a newline. Byte for byte the same for equal scenes.
std::string toJson(const Scene& scene);

/// Fields that are missing keep their defaults. Throws Error, naming the field's path, for: text that is not JSON
/// (nesting deeper than 32 included), a format or version that is not ours, an unknown field, a wrong type, a value
/// that validate() refuses.
Scene sceneFromJson(std::string_view text);

/// Reads at most 64 MiB. Throws Error with the file's name in front.
Scene readScene(const std::filesystem::path& file);
/// Atomic, see core/io/atomic_file.h.
void writeScene(const std::filesystem::path& file, const Scene& scene);

} // namespace softscope
