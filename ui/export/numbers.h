// The numbers of the figure's map, as text and as files.
#pragma once

#include "core/engine/evaluate.h"
#include "core/head/build.h"
#include "core/io/number_table.h"

#include <filesystem>

namespace softscope {

/// A part of a map at full resolution, with the head that labels its axes.
struct NumberTable {
    HeadPointer head;
    Map map;
};

/// scene.figure's map in scene.view.region. Throws Error: more than `most` numbers; Cancelled.
NumberTable numberTable(const Scene& scene, HeadBuilder& builder, Index most, const Compute& compute = {});

/// A header row of column labels and a first column of row labels.
std::string tableText(const NumberTable& table, Separator separator);

/// .npy or .csv, streamed: the whole map, or its part in scene.view.region. Throws Error, Cancelled.
void writeNumbers(const std::filesystem::path& file, const Scene& scene, HeadBuilder& builder,
                  const Compute& compute = {});

} // namespace softscope
