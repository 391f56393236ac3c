#include "core/head/recipes.h"

namespace softscope {

Head gaussianHead(const Source& source, GaussianMemory& memory) {
    Head head;
    head.q.resize(source.tokens, source.dK);
    head.k.resize(source.tokens, source.dK);
    head.v.resize(source.tokens, source.dV.value_or(source.dK));
    memory.fill(head.q, source.seed, Stream::q, source.sigmaQ);
    memory.fill(head.k, source.seed, Stream::k, source.sigmaK);
    memory.fill(head.v, source.seed, Stream::v, 1);
    head.origin = "Gaussian, seed " + std::to_string(source.seed);
    return head;
}

} // namespace softscope
