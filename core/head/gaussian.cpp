#include "core/head/recipes.h"

namespace softscope {

Head gaussianHead(const Source& source, GaussianMemory& memory, int threads, const std::stop_token& stop) {
    Head head;
    head.q.resize(source.tokens, source.dK);
    head.k.resize(source.tokens, source.dK);
    head.v.resize(source.tokens, source.dV.value_or(source.dK));
    memory.fill(head.q, source.seed, Stream::q, source.sigmaQ, threads, stop);
    memory.fill(head.k, source.seed, Stream::k, source.sigmaK, threads, stop);
    memory.fill(head.v, source.seed, Stream::v, 1, threads, stop);
    head.origin = "Gaussian, seed " + std::to_string(source.seed);
    return head;
}

} // namespace softscope
