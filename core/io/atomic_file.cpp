#include "core/io/atomic_file.h"

#include "core/base/error.h"
#include "core/io/system_reason.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace softscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t bufferBytes = 1 << 18;
constexpr std::size_t chunkBytes = 1 << 22; // between two looks at the stop token
constexpr int mostLinks = 40, mostNames = 100;
constexpr mode_t ordinaryMode = 0666; // less the umask, which the kernel takes off

[[noreturn]] void cannotWrite(const fs::path& target, int code) {
    refuseFile("write", target, systemReason(code));
}

/// Where a chain of symbolic links leads, so that what is written goes there and the link stays a link.
fs::path behindLinks(const fs::path& target) {
    fs::path file = target;
    std::error_code failure;
    for (int i = 0; fs::is_symlink(fs::symlink_status(file, failure)); ++i) {
        const fs::path next = fs::read_symlink(file, failure);
        if (failure || i == mostLinks)
            cannotWrite(target, failure ? failure.value() : ELOOP);
        file = next.is_absolute() ? next : file.parent_path() / next;
    }
    return file;
}

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

void checkFolder(const fs::path& target, const fs::path& folder) {
    std::error_code failure;
    const fs::file_status status = fs::status(folder, failure);
    if (status.type() == fs::file_type::not_found)
        refuseFile("write", target, "the folder " + folder.string() + " does not exist");
    if (status.type() != fs::file_type::directory && status.type() != fs::file_type::none)
        refuseFile("write", target, folder.string() + " is not a folder");
}

void checkSpace(const fs::path& target, const fs::path& folder, std::uintmax_t bytes) {
    struct statvfs disk {};
    if (bytes == 0 || statvfs(folder.c_str(), &disk) != 0 || disk.f_blocks == 0)
        return; // no blocks at all: nothing like a disk, and open() will say what it is
    const std::uintmax_t free = static_cast<std::uintmax_t>(disk.f_bavail) * disk.f_frsize;
    if (bytes > free)
        refuseFile("write", target, "it needs " + byteText(bytes) + " and its disk has " + byteText(free) + " free");
}

std::string randomName() {
    static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device random;
    std::string name = ".softscope-";
    for (int i = 0; i < 12; ++i)
        name += letters[random() % letters.size()];
    return name;
}

} // namespace

struct AtomicFile::State {
    fs::path target;    ///< as it was named: for messages
    fs::path file;      ///< behind links: what is replaced
    fs::path temporary; ///< its name; empty while it has none, and where nothing is to be renamed
    int descriptor = -1;
    bool owned = true;     ///< false: standard output, which stays open
    bool nameless = false; ///< an open file without a name, to be linked at commit()
    std::stop_token stop;
    std::vector<std::byte> buffer;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    State(State&&) = delete;
    State& operator=(State&&) = delete;
    ~State() { discard(); }

    void openInPlace() {
        descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor < 0)
            cannotWrite(target, errno);
    }

    void openTemporary(const fs::path& folder) {
        descriptor = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, ordinaryMode);
        nameless = descriptor >= 0 && ::access(ownLink().c_str(), F_OK) == 0;
        if (nameless)
            return;
        if (descriptor >= 0) // without /proc it could never get a name
            ::close(std::exchange(descriptor, -1));
        for (int i = 0; descriptor < 0; ++i) {
            temporary = folder / randomName();
            descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, ordinaryMode);
            if (descriptor < 0 && (errno != EEXIST || i == mostNames)) {
                const int code = errno;
                temporary.clear();
                cannotWrite(target, code);
            }
        }
    }

    std::string ownLink() const { return "/proc/self/fd/" + std::to_string(descriptor); }

    void giveName() {
        for (int i = 0; nameless; ++i) {
            const fs::path name = folderOf(file) / randomName();
            if (::linkat(AT_FDCWD, ownLink().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
                temporary = name;
                nameless = false;
            } else if (errno != EEXIST || i == mostNames) {
                cannotWrite(target, errno);
            }
        }
    }

    void checkStop() const {
        if (stop.stop_requested())
            throw Cancelled();
    }

    void put(const std::byte* bytes, std::size_t count) {
        while (count > 0) {
            checkStop();
            const ssize_t done = ::write(descriptor, bytes, std::min(count, chunkBytes));
            if (done < 0) {
                if (errno == EINTR)
                    continue;
                cannotWrite(target, errno);
            }
            bytes += done;
            count -= static_cast<std::size_t>(done);
        }
    }

    void flush() {
        put(buffer.data(), buffer.size());
        buffer.clear();
    }

    void discard() noexcept {
        if (owned && descriptor >= 0)
            ::close(descriptor);
        descriptor = -1;
        if (!temporary.empty())
            ::unlink(temporary.c_str());
        temporary.clear();
    }
};

AtomicFile::AtomicFile(const fs::path& target, std::uintmax_t expectedBytes, std::stop_token stop)
    : m_state(std::make_unique<State>()) {
    State& state = *m_state;
    state.stop = std::move(stop);
    state.target = target;
    state.buffer.reserve(bufferBytes);
    if (target == "-") {
        state.target = "standard output";
        state.descriptor = STDOUT_FILENO;
        state.owned = false;
        return;
    }
    if (target.empty())
        throw Error("Cannot write a file without a name.");
    state.file = behindLinks(target);
    struct stat existing {};
    const bool exists = ::stat(state.file.c_str(), &existing) == 0;
    if (!exists && errno == ENAMETOOLONG) // else the short temporary name would hide it until commit()
        cannotWrite(target, errno);
    if (exists && S_ISDIR(existing.st_mode))
        cannotWrite(target, EISDIR);
    if (exists && !S_ISREG(existing.st_mode)) {
        state.openInPlace();
        return;
    }
    // rename() asks only for the folder's permission; a file that was made read-only is meant to stay.
    if (exists && ::access(state.file.c_str(), W_OK) != 0)
        cannotWrite(target, errno);
    const fs::path folder = folderOf(state.file);
    checkFolder(target, folder);
    checkSpace(target, folder, expectedBytes);
    state.openTemporary(folder);
    if (exists)
        (void)::fchmod(state.descriptor, existing.st_mode & 07777); // not every disk knows permissions
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::span<const std::byte> bytes) {
    State& state = *m_state;
    if (state.buffer.size() + bytes.size() > bufferBytes)
        state.flush();
    if (bytes.size() >= bufferBytes)
        state.put(bytes.data(), bytes.size());
    else
        state.buffer.insert(state.buffer.end(), bytes.begin(), bytes.end());
}

void AtomicFile::write(std::string_view text) {
    write(std::as_bytes(std::span(text)));
}

void AtomicFile::commit() {
    State& state = *m_state;
    state.flush();
    if (!state.owned)
        return;
    // EINVAL and ENOTSUP: a device, a pipe or a disk that has no such thing.
    if (::fsync(state.descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
        cannotWrite(state.target, errno);
    state.checkStop();
    state.giveName();
    const int descriptor = std::exchange(state.descriptor, -1);
    if (::close(descriptor) != 0 && errno != EINTR)
        cannotWrite(state.target, errno);
    if (state.temporary.empty())
        return;
    if (::rename(state.temporary.c_str(), state.file.c_str()) != 0)
        cannotWrite(state.target, errno);
    state.temporary.clear();
    // The new name too shall survive a power cut; where the folder cannot be synced the file is whole all the same.
    const int folder = ::open(folderOf(state.file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        (void)::fsync(folder);
        ::close(folder);
    }
}

void writeFileAtomically(const fs::path& target, std::string_view bytes) {
    AtomicFile file(target, bytes.size());
    file.write(bytes);
    file.commit();
}

} // namespace softscope
