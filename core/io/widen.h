// Small floats → float32, exactly.
#pragma once

#include <bit>
#include <cstdint>

namespace softscope {

/// A float of 1 sign, `exponentBits` and `mantissaBits` bits, IEEE style with subnormals, ±inf and NaN. float32 holds
/// every one exactly.
constexpr float widenIeee(std::uint32_t bits, unsigned exponentBits, unsigned mantissaBits) {
    constexpr unsigned floatMantissa = 23, floatBias = 127, floatTop = 255;
    const std::uint32_t top = (1U << exponentBits) - 1, bias = top >> 1;
    const std::uint32_t sign = bits >> (exponentBits + mantissaBits) << 31;
    const std::uint32_t exponent = bits >> mantissaBits & top;
    const std::uint32_t mantissa = bits & ((1U << mantissaBits) - 1);
    const std::uint32_t shifted = mantissa << (floatMantissa - mantissaBits);
    if (exponent == 0) {
        // mantissa × 2^(1 − bias − mantissaBits): both factors and the product are float32 numbers.
        const float unit = std::bit_cast<float>((floatBias + 1 - bias - mantissaBits) << floatMantissa);
        const float size = static_cast<float>(mantissa) * unit;
        return sign != 0 ? -size : size;
    }
    const std::uint32_t widened = exponent == top ? floatTop : exponent + floatBias - bias;
    return std::bit_cast<float>(sign | widened << floatMantissa | shifted);
}

constexpr float widenFloat16(std::uint16_t bits) {
    return widenIeee(bits, 5, 10);
}

constexpr float widenBfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

/// E5M2 (Micikevicius et al. 2022): the upper half of a float16.
constexpr float widenFloat8E5M2(std::uint8_t bits) {
    return widenIeee(bits, 5, 2);
}

/// E4M3 (Micikevicius et al. 2022): no infinities; S.1111.111 is the only NaN, so that 448 is the largest number.
constexpr float widenFloat8E4M3(std::uint8_t bits) {
    const std::uint32_t size = bits & 0x7FU;
    if (size == 0x7F)
        return std::bit_cast<float>(bits == 0x7F ? 0x7FC00000U : 0xFFC00000U);
    if (size >= 0x78) // where IEEE would have infinity and NaN: 2^8 × (1 + mantissa / 8)
        return (bits >= 0x80 ? -1.0F : 1.0F) * (256.0F + 32.0F * static_cast<float>(size & 7U));
    return widenIeee(bits, 4, 3);
}

} // namespace softscope
