#include "core/base/memory.h"

#include "tests/catch.h"

#include <algorithm>
#include <vector>

using namespace softscope;

TEST_CASE("there is memory to take, and no more than an address reaches") {
    CHECK(availableMemory() > 1'000'000);
    CHECK(availableMemory() < (std::uintmax_t(1) << 57U));
}

TEST_CASE("advice on pages changes no byte, whatever the block's size and place") {
    for (const std::size_t size : {0U, 1U, 4096U, 2U << 20U, 9U << 20U}) {
        std::vector<unsigned char> block(size + 3, 7);
        preferLargePages(block.data() + 3, size);
        CHECK(std::count(block.begin(), block.end(), 7) == std::ptrdiff_t(size) + 3);
    }
}
