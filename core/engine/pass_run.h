// One pass on its way through the blocks of query rows: what it asks for, and the places its results go to.
#pragma once

#include "core/engine/operands.h"
#include "core/engine/pool.h"
#include "core/engine/row_kernels.h"
#include "core/engine/scratch.h"

namespace softscope {

/// The raw scores of query rows [row, row + rows) for keys [col, col + cols), packed.
struct ScoreBlock {
    Index number, row, rows, col, cols;
    const float* scores;
    const float* of(Index i, Index key) const { return scores + (i - row) * cols + (key - col); }
};

class PassRun {
public:
    /// Fills the streamed parts of `frame`: n_q × n_k maps, output, rows, moments, self weight, selected row. `frame`
    /// has a Map for each of pass.maps. v may be null where the output is not among them. All must outlive the run.
    PassRun(const Head& head, const FiniteMatrix* v, const Pass& pass, Frame& frame);
    /// Before the first block: how many there are.
    void expect(Index blocks);

    /// Whether it has something to do for the query rows [row, row + rows), keys or not.
    bool wantsRows(Index row, Index rows) const;
    /// The keys whose scores it needs for query rows [row, row + rows); begin == end: none.
    KeyRange columns(Index row, Index rows) const;
    /// Adds a block. Called once, by any thread, for each block with rows that it wants, with no columns too: a row
    /// that sees no key has cells and statistics.
    void add(const ScoreBlock& block, Scratch& scratch);
    /// The maps as far as they have come, in the order of pass.maps; any thread, any time before finish().
    std::vector<PartialMap> soFar() const;
    /// Whether the selected row is among these.
    bool selects(Index row, Index rows) const;
    /// Whether sums and maxima of the scores are all it needs, for blocks without the selected row.
    bool reducible() const;
    /// The columns of its pooled maps, where they are all the same; only where it is reducible.
    std::optional<Groups> groups() const;
    /// As add, for a block without the selected row; this pass is the reduction's number `pass`.
    void addReduced(Index number, const ReducedRows& rows, std::size_t pass, const QueryKey& operands,
                    Scratch& scratch);
    /// After the last block.
    void finish();

private:
    /// z and e hold the keys of `range` only.
    struct Row {
        Index i;
        KeyRange range;
        RowSoftmax softmax;
        float* z;
        float* e;                                               ///< null where nothing uses it
        float high = 0;                                         ///< the winner's logit
        Index pooledBegin = -1, pooledEnd = -1, pooledSize = 0; ///< which columns scratch.pooledZ holds the maxima of
        Index winnerKey() const { return softmax.winner < 0 ? -1 : range.begin + softmax.winner; }
        Index bestKey() const { return softmax.argmax < 0 ? -1 : range.begin + softmax.argmax; }
    };

    KeyRange softmaxKeys(Index row, Index rows) const;
    /// Whether anything but raw scores is made of the block's scores.
    bool wantsLogits(Index row, Index rows) const;
    bool wantsOutput(Index row, Index rows) const;
    /// Of the block's scores and logits so far.
    struct BlockMoments {
        bool linear;    ///< the logits' follow from the scores'
        bool shareable; ///< they depend on the bands only
        Moments scores, logits;
        bool ready = false; ///< another pass has them
    };

    void addRow(const ScoreBlock& block, Index i, const KeyRange* outputKeys, Scratch& scratch,
                std::vector<PoolStrip>& strips, BlockMoments& moments);
    void emit(const Row& row, Pool& pool, PoolStrip& strip, Scratch& scratch) const;
    void poolRow(Row& row, const Pool& pool, Scratch& scratch) const;
    void emitMaxima(Row& row, Pool& pool, PoolStrip& strip, Scratch& scratch) const;
    void storeWeights(const Row& row, Index blockRow, KeyRange columns, Scratch& scratch) const;
    void emitOutput(const ScoreBlock& block, KeyRange columns, Scratch& scratch, std::vector<PoolStrip>& strips) const;
    void addReducedRow(const ReducedRow& reduced, Index i, std::size_t pass, Scratch& scratch,
                       std::vector<PoolStrip>& strips);
    void statistics(const ScoreBlock& block, const Row& row, BlockMoments& moments);
    void keepStatistics(const Row& row, double spectral);
    void keepMoments(Index number, const Moments& scores, const Moments& logits);
    std::vector<PoolStrip> stripsOf(Index row, Index rows, Scratch& scratch) const;
    double selfWeight(const Row& row) const;
    void detail(const ScoreBlock& block, const Row& row);

    const Head& m_head;
    const FiniteMatrix* m_v;
    const Pass& m_pass;
    Frame& m_frame;
    std::vector<std::unique_ptr<Pool>> m_pools; ///< of the maps that stream by blocks of query rows
    bool m_softmax = false;
    std::optional<Groups> m_groups;
    bool m_reducible = false;
    bool m_everyE = false;                   ///< e of every cell is used, not only the sums
    std::vector<Moments> m_scores, m_logits; ///< one a block
    std::vector<double> m_self;              ///< one a row: s_ii, NaN where it does not count
};

} // namespace softscope
