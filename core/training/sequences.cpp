#include "core/training/sequences.h"

#include "core/base/error.h"
#include "core/head/random.h"

#include <numeric>
#include <utility>

namespace softscope {

namespace {

/// Which of a seed's families of seeds a permutation and the fresh sequences have.
constexpr std::uint64_t orders = std::uint64_t(1) << 32, sequences = std::uint64_t(2) << 32;

} // namespace

MatrixF Sequence::targets() const {
    MatrixF result(std::ssize(right), v.cols());
    for (Index i = 0; i < result.rows(); ++i)
        result.row(i) = v.row(right[static_cast<std::size_t>(i)]);
    return result;
}

std::vector<Index> permutation(Index n, std::uint64_t seed) {
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), Index(0));
    for (std::size_t last = order.size(); last > 1; --last)
        std::swap(order[last - 1], order[derivedSeed(seed, last) % last]);
    return order;
}

Sequences::Sequences(const Scene& scene, HeadPointer head)
    : m_task(scene.training.task), m_seed(scene.source.seed), m_head(std::move(head)) {
    if (!m_head->projection)
        throw UsageError("training changes W_Q and W_K, and this head has none; take projected embeddings (--d-model)");
    if (m_task == TrainingTask::fresh && m_head->projection->x.cols() < 2)
        throw UsageError("fresh sequences have two codes in each embedding and need d_model of 2 or more");
}

Sequence Sequences::at(Index number) const {
    const Index n = m_head->nK(), m = m_head->projection->x.cols();
    if (m_task == TrainingTask::fixed)
        return {m_head->projection->x, m_head->v, permutation(n, derivedSeed(m_seed, orders))};
    const std::uint64_t seed = derivedSeed(m_seed, sequences + static_cast<std::uint64_t>(number));
    Sequence sequence{MatrixF(n, m), MatrixF(n, m_head->dV()), permutation(n, derivedSeed(seed, orders))};
    fillGaussian(sequence.x, seed, Stream::x, 1, 0, 1);
    fillGaussian(sequence.v, seed, Stream::v, 1, 0, 1);
    const Index half = m / 2;
    for (Index i = 0; i < n; ++i)
        sequence.x.row(i).segment(half, half) = sequence.x.row(sequence.right[static_cast<std::size_t>(i)]).head(half);
    return sequence;
}

} // namespace softscope
