// .safetensors, by our own reader over nlohmann's SAX to the rules of formats.md; memory-mapped.
#pragma once

#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <stop_token>

namespace softscope {

struct TensorFile {
    std::map<std::string, Tensor> tensors;
    std::map<std::string, std::string> metadata;
};

/// Throws Error with the file's name: every refusal of formats.md, a pickle recognised by content included.
TensorFile readSafetensors(const std::filesystem::path& file);

/// Throws Error, Cancelled.
void writeSafetensors(const std::filesystem::path& file, std::span<const NamedMatrix> matrices,
                      const std::map<std::string, std::string>& metadata, std::stop_token stop = {});

} // namespace softscope
