#include "core/io/map_file.h"

#include "core/base/error.h"
#include "core/engine/stream_map.h"
#include "core/io/atomic_file.h"
#include "core/io/npy.h"
#include "core/io/number_table.h"

namespace softscope {
namespace {

// The least that a number and its comma take (a zero): no map that fits is refused, and one that does not may be found
// out only while it is written.
constexpr std::uintmax_t csvFieldBytes = 2;

} // namespace

void writeMap(const std::filesystem::path& file, NumberFormat format, const Head& head, const LogitOptions& options,
              MapName map, Index selectedRow, const Compute& compute, const std::optional<Region>& asked) {
    const Region part = asked.value_or(wholeMap(map, head));
    const std::uint64_t shape[] = {static_cast<std::uint64_t>(part.rows()), static_cast<std::uint64_t>(part.cols())};
    const std::uintmax_t cells = shape[0] * shape[1];
    AtomicFile target(file, cells * (format == NumberFormat::npy ? sizeof(float) : csvFieldBytes), compute.stop);
    std::string text;
    if (format == NumberFormat::npy) {
        target.write(npyHeader(shape));
    } else {
        appendTableHeader(text, head, map, part.colBegin, part.colEnd, Separator::comma);
        target.write(text);
    }
    const auto take = [&](Index firstRow, const MatrixF& rows) {
        if (format == NumberFormat::npy) {
            target.write(std::as_bytes(std::span(rows.data(), static_cast<std::size_t>(rows.size()))));
            return;
        }
        for (Index i = 0; i < rows.rows(); ++i) {
            if (compute.stop.stop_requested())
                throw Cancelled();
            text.clear();
            appendTableRow(text, head, map, firstRow + i, rows.row(i).data(), rows.cols(), Separator::comma);
            target.write(text);
        }
    };
    streamMap(head, options, map, selectedRow, part, compute, take);
    target.commit();
}

} // namespace softscope
