// The JSON in front of a .safetensors file.
#pragma once

#include "core/io/tensor.h"

#include <map>

namespace softscope {

/// One tensor as the header describes it; its bytes are [begin, end) of the data behind the header.
struct TensorEntry {
    Dtype dtype = Dtype::f4;
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0, end = 0;
};

struct SafetensorsHeader {
    std::map<std::string, TensorEntry> entries;
    std::map<std::string, std::string> metadata;
};

/// Parses the JSON (without its length in front, with its padding) and checks that the tensors cover `dataBytes` from
/// first to last without holes or overlaps. Throws Error: one sentence, without the file's name and full stop.
SafetensorsHeader parseSafetensorsHeader(std::string_view json, std::uint64_t dataBytes);

} // namespace softscope
