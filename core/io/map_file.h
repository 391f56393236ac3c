// A map, or a part of it, as numbers on disk: .npy or .csv, streamed.
#pragma once

#include "core/engine/evaluate.h"

#include <filesystem>
#include <string_view>

namespace softscope {

enum class NumberFormat { npy, csv };

/// Every number of the whole map, or of the part of it that is asked for, in float32, in memory linear in n,
/// atomically; space is checked first. CSV has a header row of column labels and a first column of row labels. `file`
/// may be "-". Throws Error, Cancelled; std::invalid_argument where the part is empty or not inside the map.
void writeMap(const std::filesystem::path& file, NumberFormat format, const Head& head, const LogitOptions& options,
              MapName map, Index selectedRow, const Compute& compute = {},
              const std::optional<Region>& part = std::nullopt);

} // namespace softscope
