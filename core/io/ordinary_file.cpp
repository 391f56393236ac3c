#include "core/io/ordinary_file.h"

#include "core/io/system_reason.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace softscope {
namespace {

std::string reasonOf(mode_t mode) {
    if (S_ISDIR(mode))
        return "it is a folder, not a file";
    if (S_ISFIFO(mode))
        return "it is a pipe, not a file; save what it carries to a file first";
    if (S_ISSOCK(mode))
        return "it is a socket, not a file";
    return "it is a device, not a file";
}

} // namespace

OrdinaryFile::OrdinaryFile(const std::filesystem::path& file)
    : m_path(file), m_descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {
    struct stat status {};
    if (m_descriptor < 0) {
        // A socket and some devices cannot even be opened: what they are says more than the system's reason.
        const int code = errno;
        const bool foreign = ::stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
                             !S_ISDIR(status.st_mode) && code != EACCES && code != EPERM;
        refuseFile("open", file, foreign ? reasonOf(status.st_mode) : systemReason(code));
    }
    const int code = ::fstat(m_descriptor, &status) == 0 ? 0 : errno;
    if (code == 0 && S_ISREG(status.st_mode)) {
        m_size = static_cast<std::uintmax_t>(status.st_size);
        return;
    }
    ::close(m_descriptor); // no destructor runs for what is not constructed
    refuseFile("open", file, code != 0 ? systemReason(code) : reasonOf(status.st_mode));
}

OrdinaryFile::~OrdinaryFile() {
    ::close(m_descriptor);
}

std::size_t OrdinaryFile::read(char* to, std::size_t count, std::uintmax_t offset) const {
    std::size_t have = 0;
    while (have < count) {
        const ssize_t got = ::pread(m_descriptor, to + have, count - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            refuseFile("read", m_path, systemReason(errno));
        if (got == 0)
            break;
        have += static_cast<std::size_t>(got);
    }
    return have;
}

} // namespace softscope
