#include "core/io/mapped_file.h"

#include "core/io/system_reason.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace softscope {

MappedFile mapFile(const std::filesystem::path& file) {
    // Not blocking: a pipe without a writer would wait for ever, and is refused below.
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        refuseFile("open", file, systemReason(errno));
    struct stat status {};
    const int code = ::fstat(descriptor, &status) == 0 ? 0 : errno;
    const std::size_t size = code == 0 && S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
    void* address = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : nullptr;
    const int mapCode = address == MAP_FAILED ? errno : 0;
    ::close(descriptor);
    if (code != 0 || mapCode != 0)
        refuseFile("open", file, systemReason(code != 0 ? code : mapCode));
    if (!S_ISREG(status.st_mode))
        refuseFile("open", file, S_ISDIR(status.st_mode) ? "it is a folder" : "it is not an ordinary file");
    if (size == 0)
        return {};
    std::shared_ptr<const void> owner(address,
                                      [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
    return {{static_cast<const std::byte*>(address), size}, std::move(owner)};
}

} // namespace softscope
