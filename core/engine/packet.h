// The processor's widest float vector, for the few loops that are written with it instead of left to the compiler.
#pragma once

#include "core/base/matrix.h"

#include <bit>
#include <cstdint>

namespace softscope {

/// Operated on with Eigen::internal::padd and its like, which every processor that Eigen knows has; a plain float where
/// there are no vectors.
using Packet = Eigen::internal::packet_traits<float>::type;
inline constexpr Index lanes = Eigen::internal::packet_traits<float>::size;

inline Packet packetOf(float value) {
    return Eigen::internal::pset1<Packet>(value);
}

inline constexpr float leastPower = -126; ///< of two, of a normal float

/// 2^t for t from leastPower to 0 (a little above does no harm), to about three units in the last place: t = n + r, a
/// minimax polynomial in r of error 8e-8, n added to the exponent.
inline Packet powerOfTwo(Packet t) {
    using Eigen::internal::padd, Eigen::internal::pmadd, Eigen::internal::psub;
    using Bits = std::uint32_t __attribute__((vector_size(sizeof(Packet)))); // whose sums wrap
    const Packet magic = packetOf(12582912.F);                               // pushes the rounded n into the low bits
    const Packet shifted = padd(t, magic), r = psub(t, psub(shifted, magic));
    Packet p = packetOf(1.3276415e-3F);
    p = pmadd(p, r, packetOf(9.67559882e-3F));
    p = pmadd(p, r, packetOf(5.55071388e-2F));
    p = pmadd(p, r, packetOf(0.240221187F));
    p = pmadd(p, r, packetOf(0.693146966F));
    p = pmadd(p, r, packetOf(1.00000007F));
    return std::bit_cast<Packet>(std::bit_cast<Bits>(p) + (std::bit_cast<Bits>(shifted) << 23));
}

} // namespace softscope
