// The numbers of the figure's map, as text and as files.
#pragma once

#include "core/engine/evaluate.h"
#include "core/head/build.h"

#include <filesystem>

namespace softscope {

/// A part of a map at full resolution, with the labels of its axes.
struct NumberTable {
    HeadPointer head;
    Map map;
    std::string rowLabel(Index i) const; ///< of row i of map.cells
    std::string columnLabel(Index j) const;
};

/// scene.figure's map in scene.view.region. Throws Error: more than `most` numbers; Cancelled.
NumberTable numberTable(const Scene& scene, HeadBuilder& builder, Index most, const Compute& compute = {});

/// A header row of column labels and a first column of row labels. Comma: a CSV; tab: labels lose their tabs and line
/// ends, as spreadsheets expect.
std::string tableText(const NumberTable& table, char separator);

/// .npy or .csv: the whole map streamed, or its region. Throws Error, Cancelled.
void writeNumbers(const std::filesystem::path& file, const Scene& scene, HeadBuilder& builder,
                  const Compute& compute = {});

} // namespace softscope
