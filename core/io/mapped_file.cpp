#include "core/io/mapped_file.h"

#include "core/io/ordinary_file.h"
#include "core/io/system_reason.h"

#include <cerrno>

#include <sys/mman.h>

namespace softscope {

MappedFile mapFile(const std::filesystem::path& file) {
    const OrdinaryFile source(file);
    const auto size = static_cast<std::size_t>(source.size());
    if (size == 0)
        return {};
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, source.descriptor(), 0);
    if (address == MAP_FAILED)
        refuseFile("open", file, systemReason(errno));
    std::shared_ptr<const void> owner(address,
                                      [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
    return {{static_cast<const std::byte*>(address), size}, std::move(owner)};
}

} // namespace softscope
