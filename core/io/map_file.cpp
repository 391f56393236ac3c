#include "core/io/map_file.h"

#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/npy.h"

namespace softscope {
namespace {

// The least that a number and its comma take (a zero): no map that fits is refused, and one that does not may be found
// out only while it is written.
constexpr std::uintmax_t csvFieldBytes = 2;

/// Row and column labels as the window shows them: tokens, or numbers where there are none or the axis is a dimension.
std::string axisLabel(Axis axis, const Head& head, Index i) {
    if (axis == Axis::dimension)
        return std::to_string(i);
    return labelOf(axis == Axis::query ? head.queryLabels : head.keyLabels, i);
}

std::string csvHeader(const Head& head, MapName map, Index columns) {
    std::string line; // the corner stays empty
    for (Index j = 0; j < columns; ++j) {
        line += ',';
        line += csvField(axisLabel(columnAxis(map), head, j));
    }
    return line + '\n';
}

} // namespace

void writeMap(const std::filesystem::path& file, NumberFormat format, const Head& head, const LogitOptions& options,
              MapName map, Index selectedRow, const Compute& compute) {
    const Region whole = wholeMap(map, head);
    const std::uint64_t shape[] = {static_cast<std::uint64_t>(whole.rows()), static_cast<std::uint64_t>(whole.cols())};
    const std::uintmax_t cells = shape[0] * shape[1];
    AtomicFile target(file, cells * (format == NumberFormat::npy ? sizeof(float) : csvFieldBytes), compute.stop);
    if (format == NumberFormat::npy)
        target.write(npyHeader(shape));
    else
        target.write(csvHeader(head, map, whole.cols()));
    streamMap(head, options, map, selectedRow, compute, [&](Index firstRow, const MatrixF& rows) {
        if (format == NumberFormat::npy) {
            target.write(std::as_bytes(std::span(rows.data(), static_cast<std::size_t>(rows.size()))));
            return;
        }
        std::string text;
        for (Index i = 0; i < rows.rows(); ++i) {
            text = csvField(axisLabel(rowAxis(map), head, firstRow + i));
            text += ',';
            appendCsvRow(text, rows.row(i).data(), rows.cols());
            target.write(text);
        }
    });
    target.commit();
}

} // namespace softscope
