#include "ui/export/free_memory.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/io/system_reason.h"

namespace softscope {

void requireMemory(std::uintmax_t bytes, const std::string& what) {
    if (const std::uintmax_t available = availableMemory(); bytes > available)
        throw Error(what + " needs " + byteText(bytes) + " of memory, and " + byteText(available) +
                    " are free: make it smaller.");
}

} // namespace softscope
