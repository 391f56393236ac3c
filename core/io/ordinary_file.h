// A file that is open for reading and is a file: no pipe, folder or device.
#pragma once

#include <cstdint>
#include <filesystem>

namespace softscope {

/// Opens without waiting (a pipe that nobody writes to would wait for ever) and closes at the end. Throws Error with
/// the system's reason, or with what the thing is where it is no file.
class OrdinaryFile {
public:
    explicit OrdinaryFile(const std::filesystem::path& file);
    ~OrdinaryFile();
    OrdinaryFile(const OrdinaryFile&) = delete;
    OrdinaryFile& operator=(const OrdinaryFile&) = delete;
    OrdinaryFile(OrdinaryFile&&) = delete;
    OrdinaryFile& operator=(OrdinaryFile&&) = delete;

    int descriptor() const { return m_descriptor; }
    /// Bytes when it was opened; 0 for the files in /proc, which have some all the same.
    std::uintmax_t size() const { return m_size; }

    /// Up to `count` bytes at `offset`; fewer only at the end of the file. Throws Error.
    std::size_t read(char* to, std::size_t count, std::uintmax_t offset) const;

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uintmax_t m_size = 0;
};

} // namespace softscope
