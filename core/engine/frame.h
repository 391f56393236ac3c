// Frame: the immutable result of one evaluation.
#pragma once

#include "core/engine/logits.h"

#include <limits>
#include <string>
#include <vector>

namespace softscope {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// What the rows or columns of a map are.
enum class Axis { query, key, dimension };
Axis rowAxis(MapName map);
Axis columnAxis(MapName map);
/// Rows and columns of the whole map for this head.
Region wholeMap(MapName map, const Head& head);
/// Numbers of both signs (scores, logits, row Jacobian, vectors, gradients), or none below zero (weights, Jacobian).
bool isSigned(MapName map);

/// A region of a map at a size. Cell (i, j) holds the rows [rowBegin + i·poolRows, …) and columns [colBegin +
/// j·poolCols, …) of the region, poolRows × poolCols of them (fewer at the far edge), reduced to one number; a NaN
/// among them makes it NaN; −inf (masked) cells count only where there is nothing else.
struct Map {
    MapName name = MapName::weights;
    Region region;
    Index poolRows = 1, poolCols = 1;
    Reducer reduce = Reducer::maximum;
    MatrixF cells;
    bool exact() const { return poolRows == 1 && poolCols == 1; }
};

/// saturated: one weight is at least 0.9 and the entropy at most 0.5 nats. diffuse: the entropy is at least 0.9 ln n_k,
/// with two keys or more. selective: in between. empty: the masks left no key.
/// unknown: a NaN or +inf among the logits.
enum class Verdict { saturated, selective, diffuse, empty, unknown };
inline constexpr double saturatedWeight = 0.9;  ///< least largest weight of a saturated row
inline constexpr double saturatedEntropy = 0.5; ///< most entropy of a saturated row, in nats
inline constexpr double diffuseShare = 0.9;     ///< least share of ln n_k of a diffuse row's entropy

/// One row. All undefined (NaN) where keys == 0; natural logarithms.
struct RowStatistics {
    Index keys = 0;                   ///< unmasked keys n_k of this row
    Index argmax = -1;                ///< the first key with the largest weight; −1 where there is none
    double entropy = undefined;       ///< −Σ s ln s, in nats; a sink is one of its outcomes
    double maxWeight = undefined;     ///< a sink's too
    double participation = undefined; ///< Σ s² over the keys
    double frobenius = undefined;     ///< ‖J‖_F over the keys
    double spectral = undefined;      ///< λmax(J); only where it was asked for
    double effectiveTokens() const;   ///< exp(entropy)
    Verdict verdict() const;
};

/// Mean, population variance, least and largest of a set of numbers; NaN where there are none.
struct Moments {
    Index count = 0;
    double mean = undefined, variance = undefined, min = undefined, max = undefined;
};

/// The selected row in full, one entry a key.
struct RowDetail {
    Index row = 0;
    VectorF scores;           ///< q·k, masked keys too
    VectorF logits;           ///< −inf where masked
    VectorF weights;          ///< 0 where masked
    VectorF jacobian;         ///< ‖∂s/∂z_j‖
    double sink = 0;          ///< the sink's weight: what the weights lack to 1
    RowStatistics statistics; ///< with the spectral norm
};

/// ℓ2 norms of the gradients' rows, one entry a token (w_q, w_k, w_v: one entry a row of the matrix); empty where not
/// asked.
struct GradientNorms {
    VectorD q, k, v, wQ, wK, wV;
};

struct Frame {
    LogitOptions options;
    std::vector<Map> maps;           ///< in the order they were asked for
    std::vector<RowStatistics> rows; ///< of every query; empty where not asked for
    Moments scores, logits;          ///< over unmasked cells; with `rows`
    double selfWeight =
        undefined; ///< mean of s_ii over the rows that have a softmax; with `rows`, undefined where n_q ≠ n_k
    std::optional<RowDetail> selected;
    GradientNorms gradients;
    std::string backend = "cpu"; ///< where the passes were streamed: "cpu", or "opencl:0"
    std::string device;          ///< the name of that device; empty on the CPU
    std::string note;            ///< a sentence where a device that was asked for did not do it; mostly empty
    double milliseconds = 0;     ///< of the whole call, that of other passes given with this one included
};

} // namespace softscope
