// .npz: a zip of .npy members, through libzip.
#pragma once

#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <stop_token>

namespace softscope {

/// Each matrix as a float32 member NAME.npy; each list of labels as a unicode member (NumPy '<U'). Throws Error,
/// Cancelled.
void writeNpz(const std::filesystem::path& file, std::span<const NamedMatrix> matrices,
              const std::map<std::string, std::vector<std::string>>& labels, std::stop_token stop = {});

} // namespace softscope
