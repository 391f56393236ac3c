#include "core/analysis/theory.h"

#include "core/engine/frame.h"

#include <cmath>
#include <numbers>

namespace softscope {

double theoreticalVariance(const Source& source) {
    if (source.kind != SourceKind::gaussian && source.kind != SourceKind::projection)
        return undefined;
    return double(source.dK) * source.sigmaQ * source.sigmaQ * source.sigmaK * source.sigmaK;
}

double theoreticalLogitVariance(const Source& source, const LogitOptions& options, Index dK) {
    Source resized = source;
    resized.dK = dK;
    const double ofScores = theoreticalVariance(resized);
    if (std::isnan(ofScores))
        return undefined;
    return (options.qkNorm ? 1 / double(dK) : ofScores) * options.scale * options.scale;
}

bool hasGaussianLogits(const LogitOptions& options) {
    return !options.softcap && !options.qkNorm && !options.logLength && !options.sink;
}

double scoreExcessKurtosis(double dK) {
    return 6 / dK;
}

TypicalGap typicalGap(double variance) {
    const double deviation = std::sqrt(2 * variance);
    return {deviation, std::exp(deviation), 2 * std::sqrt(variance / std::numbers::pi)};
}

double theoreticalEffectiveTokens(double n, double variance) {
    return variance < 2 * std::log(n) ? n * std::exp(-variance / 2) : 1;
}

double limitParticipation(double n, double variance) {
    const double freezing = 2 * std::log(n);
    return variance > freezing ? 1 - std::sqrt(freezing / variance) : 0;
}

double entropyFloor(double norm, double keys) {
    if (!(keys > 1))
        return 0;
    const double others = (keys - 1) * std::exp(-norm * std::sqrt(keys / (keys - 1)));
    return std::log1p(others) + norm * std::sqrt(keys / (keys - 1)) * others / (1 + others);
}

} // namespace softscope
