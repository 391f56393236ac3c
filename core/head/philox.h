// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
// 1, 2, 3" (SC11): the constants and the round are theirs.
#pragma once

#include <array>
#include <cstdint>

namespace softscope {

/// Ten rounds on `lanes` counters at once under one key, in place: counters[word][lane].
template <int lanes>
void philox(std::array<std::array<std::uint32_t, lanes>, 4>& counters, std::uint64_t key) {
    constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
    auto& [c0, c1, c2, c3] = counters;
    auto key0 = static_cast<std::uint32_t>(key), key1 = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round, key0 += weyl0, key1 += weyl1) {
        for (int i = 0; i < lanes; ++i) {
            const std::uint64_t product0 = multiplier0 * c0[i], product1 = multiplier1 * c2[i];
            c0[i] = static_cast<std::uint32_t>(product1 >> 32) ^ c1[i] ^ key0;
            c1[i] = static_cast<std::uint32_t>(product1);
            c2[i] = static_cast<std::uint32_t>(product0 >> 32) ^ c3[i] ^ key1;
            c3[i] = static_cast<std::uint32_t>(product0);
        }
    }
}

} // namespace softscope
