#include "ui/export/numbers.h"

#include "core/base/error.h"
#include "core/engine/map_region.h"
#include "core/io/csv.h"
#include "core/io/map_file.h"
#include "core/io/npy.h"
#include "core/scene/validate.h"

#include <algorithm>

namespace softscope {

namespace {

constexpr Index mostInMemory = 100'000'000; // numbers of a part of a map that are written at once

std::string axisLabel(Axis axis, Index i, const Head& head) {
    const std::vector<std::string> none;
    return labelOf(axis == Axis::query ? head.queryLabels : axis == Axis::key ? head.keyLabels : none, i);
}

std::string field(std::string label, char separator) {
    if (separator == ',')
        return csvField(label);
    std::replace_if(
        label.begin(), label.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return label;
}

bool isCsv(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    return ending == ".csv";
}

} // namespace

std::string NumberTable::rowLabel(Index i) const {
    return axisLabel(rowAxis(map.name), map.region.rowBegin + i, *head);
}

std::string NumberTable::columnLabel(Index j) const {
    return axisLabel(columnAxis(map.name), map.region.colBegin + j, *head);
}

NumberTable numberTable(const Scene& asked, HeadBuilder& builder, Index most, const Compute& compute) {
    NumberTable table;
    table.head = builder.build(asked.source, asked.edits);
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

std::string tableText(const NumberTable& table, char separator) {
    const MatrixF& cells = table.map.cells;
    std::string text;
    for (Index j = 0; j < cells.cols(); ++j)
        text += separator + field(table.columnLabel(j), separator);
    text += '\n';
    for (Index i = 0; i < cells.rows(); ++i) {
        text += field(table.rowLabel(i), separator);
        for (Index j = 0; j < cells.cols(); ++j) {
            text += separator;
            appendNumber(text, cells(i, j));
        }
        text += '\n';
    }
    return text;
}

void writeNumbers(const std::filesystem::path& file, const Scene& scene, HeadBuilder& builder, const Compute& compute) {
    const bool csv = isCsv(file);
    if (scene.view.region) {
        const NumberTable table = numberTable(scene, builder, mostInMemory, compute);
        writeFileAtomically(file, csv ? tableText(table, ',') : npyBytes(table.map.cells));
        return;
    }
    const HeadPointer head = builder.build(scene.source, scene.edits);
    const Scene whole = fitted(scene, head->nQ(), head->nK());
    const std::shared_ptr<const MatrixF> upstream = upstreamOf(whole, *head);
    Compute all = compute;
    all.upstream = upstream.get();
    writeMap(file, csv ? NumberFormat::csv : NumberFormat::npy, *head, resolve(whole.softmax, head->dK()),
             whole.figure.place.map, whole.selection.row, all);
}

} // namespace softscope
