// Numbers as text, always in the C locale.
#pragma once

#include "core/base/matrix.h"

#include <string>
#include <vector>

namespace softscope {

/// `%.9g`, which float32 comes back from exactly; nan, inf, -inf.
void appendNumber(std::string& text, float value);
/// 17 digits at most, shortest that comes back exactly.
void appendNumber(std::string& text, double value);
/// A field of a CSV: quoted where it holds a comma, a quote or a line end.
std::string csvField(const std::string& text);
/// One line of numbers, comma separated, with its line end.
void appendCsvRow(std::string& text, const float* values, Index count);

} // namespace softscope
