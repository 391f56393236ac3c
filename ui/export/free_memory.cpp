#include "ui/export/free_memory.h"

#include "core/base/error.h"
#include "core/render/number_text.h"

#include <fstream>

namespace softscope {

namespace {

/// MemAvailable of /proc/meminfo in bytes; 0 where the system does not say.
std::uintmax_t availableMemory() {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    std::uintmax_t kilobytes = 0;
    while (file >> name >> kilobytes) {
        if (name == "MemAvailable:")
            return kilobytes * 1024;
        std::getline(file, unit);
    }
    return 0;
}

std::string gigabytes(std::uintmax_t bytes) {
    return numberText(static_cast<double>(bytes) / 1e9) + " GB";
}

} // namespace

void requireMemory(std::uintmax_t bytes, const std::string& what) {
    const std::uintmax_t available = availableMemory();
    if (available != 0 && bytes > available)
        throw Error(what + " needs " + gigabytes(bytes) + " of memory, and " + gigabytes(available) +
                    " are free: make it smaller.");
}

} // namespace softscope
