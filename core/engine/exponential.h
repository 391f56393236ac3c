// exp for loops that the compiler vectorises.
#pragma once

#include <bit>
#include <cstdint>

namespace softscope {

inline constexpr float leastExponent = -87.33654F; ///< ln of the smallest normal float

/// exp(d) for d ≤ 0 to about one unit in the last place: d = n ln 2 + r, a polynomial in r (Cephes expf), the exponent
/// put together from bits. 0 below the normal range and for −inf; NaN stays NaN.
inline float expNotAbove(float d) {
    constexpr float log2E = 1.44269504F, ln2High = 0.693359375F, ln2Low = -2.12194440e-4F;
    constexpr float magic = 12582912.F + 127.F; // pushes the rounded n, with the exponent's bias, into the low bits
    const float x = d < leastExponent ? leastExponent : d;
    const float shifted = x * log2E + magic;
    const float n = shifted - magic;
    const float r = (x - n * ln2High) - n * ln2Low;
    float p = 1.9875691500e-4F;
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    const float mantissa = p * (r * r) + r + 1.F;
    const float power = std::bit_cast<float>(std::bit_cast<std::uint32_t>(shifted) << 23);
    return d < leastExponent ? 0.F : mantissa * power;
}

} // namespace softscope
