// The ranges of every number in a Scene: one place for the command line, the JSON reader and the sliders.
#pragma once

#include "core/base/matrix.h"

namespace softscope::limits {

inline constexpr Index tokens = 1'048'576; // n, at least 1
inline constexpr Index dimension = 16'384; // d_k and d_v, at least 1
inline constexpr Index model = 16'384;     // d_model, at least 1
inline constexpr double sigmaLow = 1e-6;   // standard deviation of one component
inline constexpr double sigmaHigh = 1e6;
inline constexpr double factorHigh = 1e6; // |scale factor|; any finite number from −1e6 to 1e6
inline constexpr double temperatureLow = 1e-6;
inline constexpr double temperatureHigh = 1e6;
inline constexpr double softcapLow = 1e-3;
inline constexpr double softcapHigh = 1e6;
inline constexpr double sinkHigh = 1e6;   // |logit of the sink|
inline constexpr double component = 1e6;  // |value| of an edited component, a norm, an amount of noise
inline constexpr Index masks = 8;         // masks in one scene
inline constexpr Index edits = 100'000;   // hand edits in one scene
inline constexpr Index labelBytes = 4096; // UTF-8 bytes in one label
inline constexpr Index trials = 10'000;   // heads of an experiment, at least 1
inline constexpr double learningRateLow = 1e-9;
inline constexpr double learningRateHigh = 1e6;
inline constexpr Index steps = 100'000;       // of training, from 0
inline constexpr Index trainedTokens = 2048;  // whose weights are kept at every step, or of every layer
inline constexpr Index layers = 256;          // of a stack, at least 1
inline constexpr Index figurePixels = 32'767; // width and height of a picture, at least 16
inline constexpr double dpiLow = 10;
inline constexpr double dpiHigh = 2400;

} // namespace softscope::limits
