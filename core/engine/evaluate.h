// Head → Frame: the streaming pass. Walks blocks of query rows in parallel: scores of the block (a small matrix
// product), softmax and Jacobian of each row while the block is in cache, then pooled maps, row statistics and output.
// No n × n matrix is ever stored unless a map of that size was asked for.
#pragma once

#include "core/engine/frame.h"

#include <functional>
#include <span>
#include <stop_token>

namespace softscope {

class Backends;

/// A map at a size: pooled by whole numbers of rows and columns until it has at most maxRows × maxCols cells.
struct MapRequest {
    MapName map = MapName::weights;
    Region region;                  ///< inside wholeMap(map, head), not empty
    Index maxRows = 0, maxCols = 0; ///< 0: no limit
    Reducer reduce = Reducer::maximum;
};

/// What one Frame of an evaluation shall hold.
struct Pass {
    LogitOptions options;
    std::vector<MapRequest> maps;
    bool rows = true;              ///< statistics of every row, moments, self weight
    bool spectral = false;         ///< λmax of every row: costs more than the rest together
    std::optional<Index> selected; ///< this row in full; also the row of row-jacobian
    bool gradients = false;        ///< norms of the gradients' rows
    /// Only these query rows, in increasing order, are looked at (empty: all): the first picture of a long sequence. A
    /// cell of a map that streams by query rows then holds those of its rows that are among them; give it a size at
    /// which each of its rows has one. Not with `rows`; a selected row is looked at besides.
    std::vector<Index> only;
};

/// A map that streams by query rows, as far as it has come.
struct PartialMap {
    Map map;
    std::vector<Index> rows; ///< of the map's rows that each row of cells holds so far; 0: its cells mean nothing yet
};

/// An evaluation under way.
struct Progress {
    double share; ///< of the query rows, 0 … 1
    /// maps()[p][m] is map m of pass p, empty where it does not stream by query rows or is exact. Costs a copy.
    std::function<std::vector<std::vector<PartialMap>>()> maps;
};

struct Compute {
    const MatrixF* upstream = nullptr; ///< G [n_q × d_v], else std::invalid_argument; null: ones
    int threads = 0;                   ///< 0: all cores
    std::stop_token stop;              ///< when set, Cancelled is thrown within a block's time
    /// Called between blocks, by any thread, one call at a time. Where it is given the rows come from coarse to fine.
    std::function<void(const Progress&)> progress;
    Backends* backends = nullptr; ///< where it is computed; null: on the CPU
};

/// One Frame a pass, in order. Passes share the score product where they can: give scaled and unscaled together; each
/// Frame's milliseconds are those of the whole call.
/// A logit of −inf counts as masked: weight 0, and not among the row's keys. A NaN or +inf among a row's other logits
/// makes its weights, Jacobian and statistics NaN and its argmax −1 (masked keys keep 0), and no other row's. A NaN or
/// infinity in a key or value that is masked changes nothing.
/// Accuracy: numerics.md. Throws Cancelled, Error (out of memory), std::invalid_argument (a region outside the map, a
/// selected row outside the head, row-jacobian without one, an upstream gradient of another shape than the output).
std::vector<Frame> evaluate(const Head& head, std::span<const Pass> passes, const Compute& compute = {});
Frame evaluate(const Head& head, const Pass& pass, const Compute& compute = {});

/// One map at full size, a block of rows after the other from the top, in memory linear in n. `take` gets the first
/// row's number (in the map) and the rows, and is called in order, from one thread at a time. Throws as evaluate does,
/// and what `take` throws.
void streamMap(const Head& head, const LogitOptions& options, MapName map, Index selectedRow, const Compute& compute,
               const std::function<void(Index firstRow, const MatrixF& rows)>& take);

/// ∂L/∂q, ∂L/∂k, ∂L/∂v and, where the head is projected, ∂L/∂W. Streams like the forward pass; throws as evaluate does.
struct Gradients {
    MatrixF q, k, v;    ///< as q, k, v of the head
    MatrixF wQ, wK, wV; ///< empty where the head is not projected
};
Gradients backward(const Head& head, const LogitOptions& options, const Compute& compute = {});

} // namespace softscope
