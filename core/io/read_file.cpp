#include "core/base/error.h"
#include "core/io/atomic_file.h"
#include "core/io/system_reason.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace softscope {
namespace {

constexpr std::size_t blockBytes = 1 << 16;

struct Descriptor {
    int number;
    explicit Descriptor(int opened) : number(opened) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number >= 0)
            ::close(number);
    }
};

} // namespace

std::string readFile(const std::filesystem::path& file, std::uintmax_t most, std::string_view what) {
    const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    struct stat status {};
    if (source.number < 0 || ::fstat(source.number, &status) != 0)
        refuseFile("open", file, systemReason(errno));
    const auto tooLarge = [&] {
        refuseFile("open", file,
                   "it is larger than the " + byteText(most) + " that " + std::string(what) + " may have");
    };
    if (S_ISREG(status.st_mode) && static_cast<std::uintmax_t>(status.st_size) > most)
        tooLarge();
    // Read to the end and not to st_size, which pipes and the files in /proc do not have.
    std::string bytes;
    for (std::size_t have = 0;;) {
        bytes.resize(have + blockBytes);
        const ssize_t got = ::read(source.number, bytes.data() + have, blockBytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            refuseFile("read", file, systemReason(errno));
        have += static_cast<std::size_t>(got);
        if (have > most)
            tooLarge();
        if (got == 0) {
            bytes.resize(have);
            return bytes;
        }
    }
}

} // namespace softscope
