// Files that are whole or not there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>

namespace softscope {

/// Writes to a temporary file in the folder of `target` and renames it over `target` at commit(); without commit(), by
/// exception or interrupt, the temporary goes and `target` stays as it was. Where the disk offers it the temporary has
/// no name until commit(), so that not even a killed process leaves it behind. `-` writes to standard output (nothing
/// is taken back there). Throws Error with the system's reason: a folder that does not exist, no permission, a full
/// disk; and Cancelled once `stop` is set.
class AtomicFile {
public:
    /// expectedBytes > 0: free space is checked first and too little is refused at once.
    explicit AtomicFile(const std::filesystem::path& target, std::uintmax_t expectedBytes = 0,
                        std::stop_token stop = {});
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    AtomicFile(AtomicFile&&) = delete;
    AtomicFile& operator=(AtomicFile&&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    /// Flushes to the disk and renames.
    void commit();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Bytes or text in one go.
void writeFileAtomically(const std::filesystem::path& target, std::string_view bytes);

/// At most `most` bytes, else Error; `what` names the thing in messages ("a scene").
std::string readFile(const std::filesystem::path& file, std::uintmax_t most, std::string_view what);

} // namespace softscope
