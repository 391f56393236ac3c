#include "core/io/number_table.h"

#include "core/io/csv.h"

#include <algorithm>

namespace softscope {
namespace {

/// The token's label, or its number where it has none or the axis is a dimension.
std::string axisLabel(Axis axis, const Head& head, Index i) {
    if (axis == Axis::dimension)
        return std::to_string(i);
    return labelOf(axis == Axis::query ? head.queryLabels : head.keyLabels, i);
}

std::string field(std::string label, Separator separator) {
    if (separator == Separator::comma)
        return csvField(label);
    std::replace_if(
        label.begin(), label.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return label;
}

} // namespace

void appendTableHeader(std::string& text, const Head& head, MapName map, Index colBegin, Index colEnd,
                       Separator separator) {
    for (Index j = colBegin; j < colEnd; ++j) {
        text += static_cast<char>(separator);
        text += field(axisLabel(columnAxis(map), head, j), separator);
    }
    text += '\n';
}

void appendTableRow(std::string& text, const Head& head, MapName map, Index row, const float* values, Index count,
                    Separator separator) {
    text += field(axisLabel(rowAxis(map), head, row), separator);
    for (Index j = 0; j < count; ++j) {
        text += static_cast<char>(separator);
        appendNumber(text, values[j]);
    }
    text += '\n';
}

} // namespace softscope
