// .npz: a zip of .npy members, through libzip.
#pragma once

#include "core/io/tensor.h"

#include <filesystem>
#include <map>

namespace softscope {

/// Each matrix as a float32 member NAME.npy; each list of labels as a unicode member (NumPy '<U').
void writeNpz(const std::filesystem::path& file, std::span<const NamedMatrix> matrices,
              const std::map<std::string, std::vector<std::string>>& labels);

} // namespace softscope
