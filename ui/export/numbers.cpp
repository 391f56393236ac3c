#include "ui/export/numbers.h"

#include "core/base/error.h"
#include "core/engine/map_region.h"
#include "core/io/map_file.h"
#include "core/scene/validate.h"

#include <algorithm>

namespace softscope {

namespace {

bool isCsv(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    return ending == ".csv";
}

} // namespace

NumberTable numberTable(const Scene& asked, HeadBuilder& builder, Index most, const Compute& compute) {
    NumberTable table;
    table.head = builder.build(asked.source, asked.edits, compute.threads, compute.stop);
    const Head& head = *table.head;
    const Scene scene = fitted(asked, head.nQ(), head.nK());
    const MapName name = scene.figure.place.map;
    const Region region = mapRegion(name, head, scene.view.region);
    if (region.rows() > most / std::max<Index>(1, region.cols()))
        throw Error("These are " + std::to_string(region.rows()) + " × " + std::to_string(region.cols()) +
                    " numbers, more than the " + std::to_string(most) +
                    " that fit here: zoom in, or export the whole map as NPY or CSV.");
    const std::shared_ptr<const MatrixF> upstream = upstreamOf(scene, head);
    Compute all = compute;
    all.upstream = upstream.get();
    Pass pass;
    pass.options = resolve(scene.softmax, head.dK());
    pass.maps = {{name, region, 0, 0, Reducer::maximum}};
    pass.rows = false;
    pass.selected = scene.selection.row;
    table.map = std::move(evaluate(head, pass, all).maps.front());
    return table;
}

std::string tableText(const NumberTable& table, Separator separator) {
    const Map& map = table.map;
    std::string text;
    appendTableHeader(text, *table.head, map.name, map.region.colBegin, map.region.colEnd, separator);
    for (Index i = 0; i < map.cells.rows(); ++i)
        appendTableRow(text, *table.head, map.name, map.region.rowBegin + i, map.cells.row(i).data(), map.cells.cols(),
                       separator);
    return text;
}

void writeNumbers(const std::filesystem::path& file, const Scene& asked, HeadBuilder& builder, const Compute& compute) {
    const HeadPointer head = builder.build(asked.source, asked.edits, compute.threads, compute.stop);
    const Scene scene = fitted(asked, head->nQ(), head->nK());
    const MapName map = scene.figure.place.map;
    const std::shared_ptr<const MatrixF> upstream = upstreamOf(scene, *head);
    Compute all = compute;
    all.upstream = upstream.get();
    writeMap(file, isCsv(file) ? NumberFormat::csv : NumberFormat::npy, *head, resolve(scene.softmax, head->dK()), map,
             scene.selection.row, all, mapRegion(map, *head, scene.view.region));
}

} // namespace softscope
