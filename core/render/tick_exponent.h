// Very large and very small ticks: a power of ten that they have in common.
#pragma once

#include "core/render/color_scale.h"

namespace softscope {

/// The texts of ticks(scale, count) are to be read times 10^this, which is to be written once beside them. 0 (as they
/// stand) unless the numbers are linear and the largest is below 0.001 or 100 000 and more; powers of ten that stand
/// alone ("10⁻⁷") are whole.
int tickExponent(const ColorScale& scale, int count);
/// "10⁻¹⁶".
std::string powerOfTenText(int exponent);

} // namespace softscope
