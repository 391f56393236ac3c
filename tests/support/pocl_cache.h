// Where pocl keeps what it compiled: compiling our kernels takes seconds, and each test is a process.
#pragma once

#include <filesystem>

namespace softscope::support {

/// A folder that all tests of a build share; pocl's cache is made for that.
inline std::filesystem::path poclCache() {
    const std::filesystem::path folder = SOFTSCOPE_TEST_POCL;
    std::filesystem::create_directories(folder);
    return folder;
}

} // namespace softscope::support
