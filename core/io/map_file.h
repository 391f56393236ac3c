// A whole map as numbers on disk: .npy or .csv, streamed.
#pragma once

#include "core/engine/evaluate.h"

#include <filesystem>
#include <string_view>

namespace softscope {

enum class NumberFormat { npy, csv };

/// Every number of the whole map in float32, in memory linear in n, atomically; space is checked first. CSV has a
/// header row of column labels and a first column of row labels. `file` may be "-". Throws Error, Cancelled.
void writeMap(const std::filesystem::path& file, NumberFormat format, const Head& head, const LogitOptions& options,
              MapName map, Index selectedRow, const Compute& compute = {});

} // namespace softscope
