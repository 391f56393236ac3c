#include "core/io/npz.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/atomic_file.h"
#include "core/io/npy.h"
#include "core/io/system_reason.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <zip.h>

namespace softscope {
namespace {

struct ArchiveCloser {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct SourceCloser {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};

/// NumPy's '<U': every label padded with zeros to the longest, four bytes a code point.
std::string labelBytes(const std::vector<std::string>& labels) {
    std::vector<std::u32string> points;
    std::size_t longest = 1; // NumPy writes no '<U0'
    for (const std::string& label : labels) {
        points.push_back(codePoints(label));
        longest = std::max(longest, points.back().size());
    }
    std::string bytes = npyHeader("<U" + std::to_string(longest), std::array{std::uint64_t{labels.size()}});
    for (std::u32string& label : points) {
        label.resize(longest, U'\0');
        bytes.append(reinterpret_cast<const char*>(label.data()), longest * sizeof(char32_t));
    }
    return bytes;
}

/// A zip in memory. The numbers of its members are not copied until libzip writes them.
class ZipWriter {
public:
    ZipWriter(const std::filesystem::path& file, std::stop_token stop) : m_file(file), m_stop(std::move(stop)) {
        zip_error_t error;
        zip_error_init(&error);
        m_buffer.reset(zip_source_buffer_create(nullptr, 0, 0, &error));
        if (m_buffer)
            m_archive.reset(zip_open_from_source(m_buffer.get(), ZIP_TRUNCATE, &error));
        const std::string reason = zip_error_strerror(&error);
        zip_error_fini(&error);
        if (!m_archive)
            fail(reason);
        zip_source_keep(m_buffer.get()); // closing the archive gives one reference back
        zip_register_cancel_callback_with_state(
            m_archive.get(),
            [](zip_t*, void* state) { return static_cast<std::stop_token*>(state)->stop_requested() ? 1 : 0; }, nullptr,
            &m_stop);
    }

    /// `data` must live until finish().
    void add(const std::string& name, std::string header, std::span<const std::byte> data) {
        m_headers.push_back(std::make_unique<std::string>(std::move(header)));
        std::string& first = *m_headers.back();
        // libzip reads what its types let it write to.
        auto* const numbers = reinterpret_cast<zip_uint8_t*>(const_cast<std::byte*>(data.data()));
        const std::array<zip_buffer_fragment_t, 2> parts{
            {{reinterpret_cast<zip_uint8_t*>(first.data()), first.size()}, {numbers, data.size()}}};
        zip_source_t* const source = zip_source_buffer_fragment(m_archive.get(), parts.data(), data.empty() ? 1 : 2, 0);
        const zip_int64_t index =
            source != nullptr ? zip_file_add(m_archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
        if (index < 0) {
            zip_source_free(source);
            fail(zip_strerror(m_archive.get()));
        }
        const auto member = static_cast<zip_uint64_t>(index);
        // Numbers of full precision hardly deflate; NumPy's savez stores them too.
        zip_set_file_compression(m_archive.get(), member, ZIP_CM_STORE, 0);
        // No clock in it: the same head gives the same file.
        zip_file_set_dostime(m_archive.get(), member, 0, firstDay, 0);
    }

    void finish(AtomicFile& target) {
        if (zip_close(m_archive.get()) != 0) {
            if (m_stop.stop_requested())
                throw Cancelled();
            fail(zip_strerror(m_archive.get()));
        }
        static_cast<void>(m_archive.release()); // zip_close() freed it
        if (zip_source_open(m_buffer.get()) != 0)
            fail(zip_error_strerror(zip_source_error(m_buffer.get())));
        std::vector<std::byte> block(blockBytes);
        zip_int64_t got = 0;
        while ((got = zip_source_read(m_buffer.get(), block.data(), block.size())) > 0)
            target.write(std::span(block).first(static_cast<std::size_t>(got)));
        zip_source_close(m_buffer.get());
        if (got < 0)
            fail(zip_error_strerror(zip_source_error(m_buffer.get())));
    }

private:
    static constexpr zip_uint16_t firstDay = 0x21; // 1 January 1980, where the calendar of zip begins
    static constexpr std::size_t blockBytes = 1 << 20;

    [[noreturn]] void fail(const std::string& reason) const { refuseFile("write", m_file, reason); }

    std::filesystem::path m_file;
    std::stop_token m_stop; ///< libzip asks it while it writes
    std::vector<std::unique_ptr<std::string>> m_headers;
    std::unique_ptr<zip_source_t, SourceCloser> m_buffer;
    std::unique_ptr<zip_t, ArchiveCloser> m_archive; ///< goes before the buffer it writes to
};

} // namespace

void writeNpz(const std::filesystem::path& file, std::span<const NamedMatrix> matrices,
              const std::map<std::string, std::vector<std::string>>& labels, std::stop_token stop) {
    std::uintmax_t expected = 0;
    for (const NamedMatrix& named : matrices)
        expected += static_cast<std::uintmax_t>(named.matrix->size()) * sizeof(float);
    AtomicFile target(file, expected, stop); // first, so that a hopeless target is refused before the work
    ZipWriter zip(file, std::move(stop));
    for (const NamedMatrix& named : matrices) {
        const MatrixF& matrix = *named.matrix;
        const std::array shape{static_cast<std::uint64_t>(matrix.rows()), static_cast<std::uint64_t>(matrix.cols())};
        zip.add(named.name + ".npy", npyHeader(shape),
                std::as_bytes(std::span(matrix.data(), static_cast<std::size_t>(matrix.size()))));
    }
    for (const auto& [name, list] : labels)
        zip.add(name + ".npy", labelBytes(list), {});
    zip.finish(target);
    target.commit();
}

} // namespace softscope
