// Numbers for people: a true minus sign, a fixed number of significant digits, C locale.
#pragma once

#include <string>

namespace softscope {

/// Three significant digits as a person would write them: 0.125, 3.68, 1024, 3.14e−17; "∞", "−∞"; "–" for NaN.
std::string numberText(double value, int digits = 3);
/// Always `decimals` places and a sign: "+2.13", "−0.36".
std::string signedText(double value, int decimals = 2);

} // namespace softscope
