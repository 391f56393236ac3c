#include "core/engine/logits.h"

#include <algorithm>
#include <cmath>

namespace softscope {

double factorOf(const Scale& scale, Index dK) {
    switch (scale.kind) {
    case ScaleKind::sqrt:
        return 1 / std::sqrt(static_cast<double>(dK));
    case ScaleKind::none:
        return 1;
    case ScaleKind::dk:
        return 1 / static_cast<double>(dK);
    case ScaleKind::factor:
        return scale.factor;
    }
    return 1;
}

double rowScale(const LogitOptions& options, Index keys) {
    return options.logLength ? options.scale * std::log(static_cast<double>(std::max<Index>(keys, 1))) : options.scale;
}

LogitOptions resolve(const Softmax& softmax, Index dK) {
    LogitOptions options;
    options.scale = factorOf(softmax.scale, dK) / softmax.temperature;
    options.softcap = softmax.softcap;
    options.qkNorm = softmax.qkNorm;
    options.logLength = softmax.logLength;
    options.sink = softmax.sink;
    options.masks = softmax.masks;
    return options;
}

Softmax withOtherScale(Softmax softmax) {
    softmax.scale = {softmax.scale.kind == ScaleKind::none ? ScaleKind::sqrt : ScaleKind::none, 1};
    return softmax;
}

KeyRange allowedKeys(const std::vector<Mask>& masks, Index i, Index nQ, Index nK) {
    Index begin = 0, end = nK;
    for (const Mask& mask : masks) {
        switch (mask.kind) {
        case MaskKind::causal:
            end = std::min(end, i + 1);
            break;
        case MaskKind::causalEnd:
            end = std::min(end, i + nK - nQ + 1);
            break;
        case MaskKind::window:
            // A width beyond the keys there are says no more than one of their number; so no sum overflows.
            begin = std::max(begin, i - std::clamp<Index>(mask.left, -nK, i));
            end = std::min(end, i + std::clamp<Index>(mask.right, -i - 1, nK) + 1);
            break;
        }
    }
    end = std::max<Index>(end, 0);
    return begin < end ? KeyRange{begin, end} : KeyRange{0, 0};
}

KeyRange joined(const KeyRange& a, const KeyRange& b) {
    if (b.begin >= b.end)
        return a;
    if (a.begin >= a.end)
        return b;
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

} // namespace softscope
