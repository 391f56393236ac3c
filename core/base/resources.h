// Where the program's own data files are: presets and example heads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace softscope {

/// share/softscope beside the running program: DIR/../share/softscope for a program in DIR.
std::filesystem::path resourceFolder();

/// A path that begins with `softscope:` is relative to resourceFolder(); any other is returned as it is.
/// Scenes name shipped tensors that way, so that they open on every machine.
std::filesystem::path resolvePath(std::string_view path);

/// The other way round: `softscope:…` for a file inside the resources, the absolute path for any other.
std::string portablePath(const std::filesystem::path& file);

} // namespace softscope
