// Whether there is room for a large picture: asked before, because Linux hands out memory that it does not have.
#pragma once

#include <cstdint>
#include <string>

namespace softscope {

/// Throws Error, a sentence that begins with `what`, where less than `bytes` of memory are available.
void requireMemory(std::uintmax_t bytes, const std::string& what);

} // namespace softscope
