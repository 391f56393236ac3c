#include "core/analysis/fresh_heads.h"

#include "core/base/error.h"
#include "core/head/random.h"

namespace softscope {

bool canDrawFresh(const Source& source) {
    return source.kind == SourceKind::gaussian || source.kind == SourceKind::projection;
}

void requireFresh(const Source& source, const std::string& what) {
    if (!canDrawFresh(source))
        throw UsageError(what + " draws fresh heads of many sizes, and this scene is one head of one size; take a "
                                "Gaussian or a projected one");
}

Source freshSource(const Source& source, Index trial) {
    Source fresh = source;
    fresh.seed = derivedSeed(source.seed, std::uint64_t(trial));
    fresh.labels.clear();
    return fresh;
}

FreshVectors freshVectors(const Source& source, const std::stop_token& stop) {
    if (source.kind == SourceKind::gaussian) {
        const auto drawn = [source](Stream stream, double sigma) {
            return [=](Index begin, Index count) {
                MatrixF rows(count, source.dK);
                fillGaussianBlock(rows, source.seed, stream, sigma, begin, 0, 0, 1);
                return rows;
            };
        };
        return {drawn(Stream::q, source.sigmaQ), drawn(Stream::k, source.sigmaK)};
    }
    Source narrow = source;
    narrow.dV = 1;
    const HeadPointer head = HeadBuilder().build(narrow, {}, 1, stop);
    return {[head](Index begin, Index count) { return MatrixF(head->q.middleRows(begin, count)); },
            [head](Index begin, Index count) { return MatrixF(head->k.middleRows(begin, count)); }};
}

} // namespace softscope
