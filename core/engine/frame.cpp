#include "core/engine/frame.h"

#include <cmath>

namespace softscope {

Axis rowAxis(MapName map) {
    switch (map) {
    case MapName::rowJacobian:
    case MapName::gradK:
    case MapName::gradV:
    case MapName::k:
    case MapName::v:
        return Axis::key;
    default:
        return Axis::query;
    }
}

Axis columnAxis(MapName map) {
    switch (map) {
    case MapName::scores:
    case MapName::scaled:
    case MapName::weights:
    case MapName::jacobian:
    case MapName::jacobianDiagonal:
    case MapName::rowJacobian:
        return Axis::key;
    default:
        return Axis::dimension;
    }
}

Region wholeMap(MapName map, const Head& head) {
    const Index rows = rowAxis(map) == Axis::query ? head.nQ() : head.nK();
    Index columns = head.nK();
    if (columnAxis(map) == Axis::dimension) {
        const bool value = map == MapName::output || map == MapName::gradV || map == MapName::v;
        columns = value ? head.dV() : head.dK();
    }
    return {0, rows, 0, columns};
}

bool isSigned(MapName map) {
    return map != MapName::weights && map != MapName::jacobian && map != MapName::jacobianDiagonal;
}

double RowStatistics::effectiveTokens() const {
    return std::exp(entropy);
}

Verdict RowStatistics::verdict() const {
    if (keys == 0)
        return Verdict::empty;
    if (std::isnan(entropy))
        return Verdict::unknown;
    if (maxWeight >= saturatedWeight && entropy <= saturatedEntropy)
        return Verdict::saturated;
    if (keys >= 2 && entropy >= diffuseShare * std::log(static_cast<double>(keys)))
        return Verdict::diffuse;
    return Verdict::selective;
}

} // namespace softscope
