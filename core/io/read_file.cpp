#include "core/io/atomic_file.h"
#include "core/io/ordinary_file.h"
#include "core/io/system_reason.h"

#include <string>

namespace softscope {
namespace {

constexpr std::size_t blockBytes = 1 << 16;

} // namespace

std::string readFile(const std::filesystem::path& file, std::uintmax_t most, std::string_view what) {
    const OrdinaryFile source(file);
    const auto tooLarge = [&] {
        refuseFile("open", file,
                   "it is larger than the " + byteText(most) + " that " + std::string(what) + " may have");
    };
    if (source.size() > most)
        tooLarge();
    // Read to the end and not to the size at opening, which the files in /proc do not have and a growing file outgrows.
    std::string bytes;
    for (std::size_t have = 0;;) {
        bytes.resize(have + blockBytes);
        const std::size_t got = source.read(bytes.data() + have, blockBytes, have);
        have += got;
        if (have > most)
            tooLarge();
        if (got < blockBytes) {
            bytes.resize(have);
            return bytes;
        }
    }
}

} // namespace softscope
