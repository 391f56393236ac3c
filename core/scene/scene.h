// The one value that runs everything. See DESIGN: Scene → Head → Frame → Picture.
// A new feature starts as a field here; undo, sessions, the command line and reproducible figures follow from it.
#pragma once

#include "core/base/matrix.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace softscope {

// ---------------------------------------------------------------- where Q, K and V come from

enum class SourceKind {
    gaussian,      ///< q, k, v Gaussian
    projection,    ///< embeddings x, Gaussian, times W_Q, W_K, W_V
    workedExample, ///< three tokens A B C, d_k = 4
    saturation,    ///< two tokens, first row's scores 40 and 2, d_k = 64
    tensors        ///< a head from a file
};

/// Which tensors of which file make the head. Empty names: found by themselves (`q`, `layers.3.q`, …).
struct TensorReference {
    std::string path; ///< `softscope:…` is inside the program's own resources
    std::string q, k, v;
    std::optional<Index> layer, head, batch;
    bool operator==(const TensorReference&) const = default;
};

struct Source {
    SourceKind kind = SourceKind::gaussian;
    Index tokens = 64;       ///< n; for gaussian and projection
    Index dK = 64;           ///< for gaussian and projection
    std::optional<Index> dV; ///< for gaussian and projection; empty: d_k
    Index dModel = 64;       ///< for projection
    std::uint64_t seed = 1;
    double sigmaQ = 1; ///< standard deviation of one component of q; with a projection it scales W_Q
    double sigmaK = 1;
    std::vector<std::string> labels; ///< of the first tokens; those beyond are numbered
    TensorReference tensors;         ///< for tensors
    bool operator==(const Source&) const = default;
};

/// Whose vector: an embedding (projected heads only), a query, a key or a value.
enum class Role { x, q, k, v };

enum class EditKind {
    component, ///< component `component` becomes `amount`
    norm,      ///< the vector is scaled to the ℓ2 norm `amount` (a zero vector stays)
    turn,      ///< the vector is turned by `amount` degrees towards the vector of token `towards`, its norm kept
    noise      ///< Gaussian noise of standard deviation `amount`, of seed `seed`, is added to each component
};

/// One step of bending a token's vector by hand. Edits apply in order. One whose token or component does not exist at
/// the present size is kept and does nothing, so that dragging n or d_k down and up again loses nothing.
struct Edit {
    Role role = Role::q;
    Index token = 0;
    EditKind kind = EditKind::component;
    Index component = 0;    ///< for component
    Index towards = 0;      ///< for turn
    std::uint64_t seed = 1; ///< for noise
    double amount = 0;
    bool operator==(const Edit&) const = default;
};

// ---------------------------------------------------------------- what happens to the scores

enum class ScaleKind { sqrt, none, dk, factor }; ///< 1/√d_k, 1, 1/d_k, a number

struct Scale {
    ScaleKind kind = ScaleKind::sqrt;
    double factor = 1; ///< for factor
    bool operator==(const Scale&) const = default;
};

enum class MaskKind {
    causal,    ///< key j ≤ query i
    causalEnd, ///< j ≤ i + n_k − n_q
    window     ///< i − left ≤ j ≤ i + right
};

struct Mask {
    MaskKind kind = MaskKind::causal;
    Index left = 0, right = 0; ///< for window
    bool operator==(const Mask&) const = default;
};

struct Softmax {
    Scale scale;
    double temperature = 1;        ///< divides the logits once more
    std::optional<double> softcap; ///< c·tanh(z/c)
    bool qkNorm = false;           ///< q and k divided by their ℓ2 norm before the product
    bool logLength = false;        ///< the scale times ln n_k, n_k the row's unmasked keys (scalable softmax)
    std::optional<double> sink;    ///< the logit of one more key, which takes weight and gives nothing
    std::vector<Mask> masks;       ///< a key must pass all
    bool operator==(const Softmax&) const = default;
};

// ---------------------------------------------------------------- what is looked at

/// In the order and with the words of the command line.
enum class MapName {
    scores,           ///< q·k [n_q × n_k]; ignores the mask
    scaled,           ///< the logits [n_q × n_k]; masked cells −inf
    weights,          ///< softmax [n_q × n_k]
    jacobian,         ///< ‖∂s/∂z_j‖ of each row [n_q × n_k]
    jacobianDiagonal, ///< s_j (1 − s_j) [n_q × n_k]
    rowJacobian,      ///< ∂s_j/∂z_k of the selected row [n_k × n_k]
    output,           ///< weights·V [n_q × d_v]
    gradQ,            ///< ∂L/∂q [n_q × d_k]
    gradK,            ///< ∂L/∂k [n_k × d_k]
    gradV,            ///< ∂L/∂v [n_k × d_v]
    q,
    k,
    v
};

/// A block of cells of a map, half open: rows [rowBegin, rowEnd), columns [colBegin, colEnd).
struct Region {
    Index rowBegin = 0, rowEnd = 0, colBegin = 0, colEnd = 0;
    Index rows() const { return rowEnd - rowBegin; }
    Index cols() const { return colEnd - colBegin; }
    bool operator==(const Region&) const = default;
};

enum class Reducer { maximum, mean };        ///< how several cells become one pixel
enum class NormKind { linear, log, symlog }; ///< how a number becomes a place on the colour map
enum class Colormap { automatic, viridis, cividis, magma, diverging }; ///< automatic: by the map, see core/render
enum class RangeKind { automatic, percentile, fixed };

/// Which numbers the ends of the colour map stand for.
struct Range {
    RangeKind kind = RangeKind::automatic;
    double percentile = 1;    ///< for percentile: this share (in %) is cut at each end
    double low = 0, high = 1; ///< for fixed
    bool operator==(const Range&) const = default;
};

/// How one map is coloured.
struct Display {
    NormKind norm = NormKind::linear;
    Colormap colormap = Colormap::automatic;
    Range range;
    bool operator==(const Display&) const = default;
};

/// One of the three places for a map in the window.
struct MapPlace {
    MapName map = MapName::scaled;
    Display display;
    bool operator==(const MapPlace&) const = default;
};

enum class ChartName {
    scoreDistribution,
    selectedRow,
    effectiveTokens, ///< this and the next three: of this head, against d_k
    largestWeight,
    jacobianNorm,
    gradientNorm,
    sweepEntropy, ///< this and the next six: over the rows of fresh heads, against d_k
    sweepEffectiveTokens,
    sweepLargestWeight,
    sweepJacobian,
    sweepSpectral,
    sweepGradQ,
    sweepGradK,
    phaseUnscaled, ///< this and the next two: participation over n and d_k
    phaseScaled,
    phasePresent,
    depth,   ///< the gradient on each layer's scores of a stack
    training ///< two copies of the head learn in lock step
};

struct Selection {
    Index row = 0; ///< the selected query
    Index key = 0; ///< the selected key
    bool operator==(const Selection&) const = default;
};

struct View {
    std::array<MapPlace, 3> places{{{MapName::scaled, {}}, {MapName::weights, {}}, {MapName::jacobian, {}}}};
    std::optional<Region> region; ///< of the [n_q × n_k] maps; empty: all of it
    Reducer reduce = Reducer::maximum;
    bool compare = false; ///< scaled above unscaled
    std::array<ChartName, 3> charts{ChartName::scoreDistribution, ChartName::selectedRow, ChartName::effectiveTokens};
    bool operator==(const View&) const = default;
};

/// The picture that render and the Export dialog make.
struct Figure {
    MapPlace place{MapName::weights, {}};
    Index width = 900, height = 0; ///< pixels; height 0: as the map needs
    double dpi = 96;
    std::string title; ///< empty: made from the scene
    bool transparent = false;
    bool operator==(const Figure&) const = default;
};

/// Experiments over fresh random heads.
struct SweepSettings {
    Index trials = 20; ///< heads for each point
    bool operator==(const SweepSettings&) const = default;
};

enum class TrainingTask { fixed, fresh }; ///< one sequence at every step; a new one at every step
enum class Optimizer { sgd, adam };
enum class TrainingFigure { loss, accuracy, entropy, jacobian, gradient }; ///< which the chart draws

/// The rate that each begins with.
constexpr double standardRate(Optimizer optimizer) {
    return optimizer == Optimizer::sgd ? 0.1 : 1e-3;
}

/// How the head is trained, with the scale and without it in lock step.
struct TrainingSettings {
    TrainingTask task = TrainingTask::fixed;
    Optimizer optimizer = Optimizer::sgd;
    double learningRate = standardRate(Optimizer::sgd);
    Index steps = 300;
    TrainingFigure figure = TrainingFigure::loss;
    bool operator==(const TrainingSettings&) const = default;
};

/// A stack of such layers.
struct DepthSettings {
    Index layers = 8;
    bool residual = true;  ///< each layer's output is added to its input
    bool layerNorm = true; ///< of each layer's input, before its projections
    bool operator==(const DepthSettings&) const = default;
};

struct Scene {
    Source source;
    std::vector<Edit> edits;
    Softmax softmax;
    Selection selection;
    std::string upstream; ///< G = ∂L/∂O [n_q × d_v]: an .npy file; empty: ones
    SweepSettings sweep;
    TrainingSettings training;
    DepthSettings depth;
    View view;
    Figure figure;
    bool operator==(const Scene&) const = default;
};

} // namespace softscope
