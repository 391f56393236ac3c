#include "core/head/gaussian_memory.h"

#include "core/base/parallel.h"

#include <algorithm>

namespace softscope {
namespace {

constexpr Index panelCols = 32;

std::size_t bytesOf(const MatrixF& matrix) {
    return static_cast<std::size_t>(matrix.size()) * sizeof(float);
}

} // namespace

GaussianMemory::GaussianMemory(std::size_t mostBytes) : m_mostBytes(mostBytes) {}

void GaussianMemory::fill(Eigen::Ref<MatrixF> target, std::uint64_t seed, Stream stream, double sigma, int threads,
                          const std::stop_token& stop) {
    const Index rows = target.rows(), cols = target.cols();
    const auto panels = static_cast<std::size_t>((cols + panelCols - 1) / panelCols);
    Kept& kept = m_kept.at(static_cast<std::size_t>(stream));
    if (kept.seed != seed) {
        for (Panel& panel : kept.panels)
            panel.drawn = 0;
        kept.seed = seed;
    }
    if (!makeRoom(kept, rows, panels)) {
        fillGaussian(target, seed, stream, sigma, 0, threads, stop);
        return;
    }
    for (std::size_t p = 0; p < panels; ++p) {
        Panel& panel = kept.panels[p];
        if (panel.drawn < rows) {
            fillGaussianBlock(panel.numbers.middleRows(panel.drawn, rows - panel.drawn), seed, stream, 1, panel.drawn,
                              static_cast<Index>(p) * panelCols, 0, threads, stop);
            panel.drawn = rows;
        }
    }
    const auto factor = static_cast<float>(sigma);
    const Index grain = std::max<Index>(1, 32'768 / cols);
    parallelFor((rows + grain - 1) / grain, threads, stop, [&](Index part) {
        for (Index row = part * grain; row < std::min(rows, (part + 1) * grain); ++row) {
            for (std::size_t p = 0; p < panels; ++p) {
                const Index col = static_cast<Index>(p) * panelCols, width = std::min(panelCols, cols - col);
                target.block(row, col, 1, width) = factor * kept.panels[p].numbers.block(row, 0, 1, width);
            }
        }
    });
}

/// The panels for rows × panels numbers; false where they would take too much memory.
bool GaussianMemory::makeRoom(Kept& kept, Index rows, std::size_t panels) {
    std::size_t others = 0;
    for (const Kept& one : m_kept) {
        if (&one == &kept)
            continue;
        for (const Panel& panel : one.panels)
            others += bytesOf(panel.numbers);
    }
    // A quarter more rows than asked for, so that a drag of n seldom moves what is there.
    const Index most = rows + rows / 4;
    std::size_t own = 0;
    for (std::size_t p = 0; p < std::max(panels, kept.panels.size()); ++p) {
        const Index has = p < kept.panels.size() ? kept.panels[p].numbers.rows() : 0;
        const Index wants = p < panels && has < rows ? most : has;
        own += static_cast<std::size_t>(wants * panelCols) * sizeof(float);
    }
    if (own + others > m_mostBytes) {
        kept.panels.clear();
        kept.panels.shrink_to_fit();
        return false;
    }
    kept.panels.resize(std::max(panels, kept.panels.size()));
    for (std::size_t p = 0; p < panels; ++p) {
        Panel& panel = kept.panels[p];
        if (panel.numbers.rows() >= rows)
            continue;
        MatrixF larger(most, panelCols);
        if (panel.drawn > 0)
            larger.topRows(panel.drawn) = panel.numbers.topRows(panel.drawn);
        panel.numbers = std::move(larger);
    }
    return true;
}

} // namespace softscope
