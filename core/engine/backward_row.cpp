#include "core/engine/backward_row.h"

#include "core/engine/logit_row.h"

#include <limits>

namespace softscope {

void backwardRow(const Head& head, const LogitOptions& options, Index i, KeyRange range, const float* scores,
                 const double* dP, float* weights, float* gradient, const BackwardRoom& room) {
    const Index n = range.end - range.begin;
    float* const z = room.z;
    logitsRow(head, options, i, range, scores, z);
    const RowSoftmax softmax = softmaxRow(z, n, room.e, options.sink);
    othersValues(MapName::weights, softmax, room.e, n, weights);
    if (softmax.winner >= 0)
        weights[softmax.winner] = winnerValue(MapName::weights, softmax);
    softmaxBackward(softmax, weights, z, n, dP, gradient);
    const double scale = options.logLength ? rowScale(options, softmax.keys) : options.scale;
    if (options.softcap) {
        softcapSlope(scores, n, scale, *options.softcap, room.slope);
        for (Index j = 0; j < n; ++j)
            gradient[j] *= z[j] == -std::numeric_limits<float>::infinity() ? 0.F : room.slope[j];
    }
    for (Index j = 0; j < n; ++j)
        gradient[j] *= static_cast<float>(scale);
}

} // namespace softscope
