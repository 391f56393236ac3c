#include "core/base/memory.h"

#include "core/base/parse.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace softscope {
namespace {

constexpr std::uintmax_t unlimited = std::numeric_limits<std::uintmax_t>::max();

/// The number after `key` in a file of lines "key number …", or the only number of a file where key is empty.
std::uintmax_t numberIn(const char* file, const std::string& key) {
    std::ifstream lines(file);
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string word;
        if (!key.empty() && !(words >> word && word == key))
            continue;
        words >> word;
        return parseNumber<std::uintmax_t>(word).value_or(unlimited);
    }
    return unlimited;
}

std::uintmax_t minus(std::uintmax_t a, std::uintmax_t b) {
    return a == unlimited ? unlimited : a - std::min(a, b);
}

std::uintmax_t addressSpaceLeft() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return unlimited;
    const std::uintmax_t kilobytes = numberIn("/proc/self/status", "VmSize:");
    return kilobytes == unlimited ? unlimited : minus(limit.rlim_cur, kilobytes * 1024);
}

/// The first control group that sets a limit, at the root or where containers mount it.
std::uintmax_t controlGroupLeft() {
    const std::uintmax_t most = numberIn("/sys/fs/cgroup/memory.max", "");
    const std::uintmax_t used = numberIn("/sys/fs/cgroup/memory.current", "");
    // Cached files count as used, and go when memory is asked for.
    const std::uintmax_t cached = numberIn("/sys/fs/cgroup/memory.stat", "inactive_file");
    return most == unlimited || used == unlimited ? unlimited
                                                  : minus(most, minus(used, cached == unlimited ? 0 : cached));
}

} // namespace

std::uintmax_t availableMemory() {
    const std::uintmax_t kilobytes = numberIn("/proc/meminfo", "MemAvailable:");
    const std::uintmax_t system = kilobytes == unlimited ? unlimited : kilobytes * 1024;
    return std::min({system, addressSpaceLeft(), controlGroupLeft()});
}

void preferLargePages(void* begin, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t page = 2U << 20U;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = (address + page - 1) / page * page, last = (address + bytes) / page * page;
    if (first < last)
        madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE); // advice: a refusal does no harm
#else
    static_cast<void>(begin);
    static_cast<void>(bytes);
#endif
}

} // namespace softscope
