#include "core/training/depth.h"

#include "core/analysis/fresh_heads.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/head/random.h"
#include "core/scene/limits.h"
#include "core/training/depth_stack.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

using Layers = std::vector<LayerGradient>;

MatrixD gaussian(Index rows, Index cols, std::uint64_t seed, Stream stream, double sigma) {
    MatrixF matrix(rows, cols);
    fillGaussian(matrix, seed, stream, sigma, 0, 1);
    return matrix.cast<double>();
}

std::vector<LayerWeights> weightsOf(const Scene& scene, std::uint64_t seed) {
    const Source& source = scene.source;
    const Index m = source.dModel;
    const double unit = 1 / std::sqrt(static_cast<double>(m));
    std::vector<LayerWeights> all;
    all.reserve(static_cast<std::size_t>(scene.depth.layers));
    for (Index layer = 0; layer < scene.depth.layers; ++layer) {
        const std::uint64_t own = derivedSeed(seed, static_cast<std::uint64_t>(layer));
        all.push_back({gaussian(m, source.dK, own, Stream::wQ, source.sigmaQ * unit),
                       gaussian(m, source.dK, own, Stream::wK, source.sigmaK * unit),
                       gaussian(m, m, own, Stream::wV, unit)});
    }
    return all;
}

std::array<Layers, 2> trialOf(const Scene& scene, Index trial, const std::stop_token& stop) {
    const Source& source = scene.source;
    const std::uint64_t seed = freshSource(source, trial).seed;
    const std::vector<LayerWeights> weights = weightsOf(scene, seed);
    const MatrixD x = gaussian(source.tokens, source.dModel, seed, Stream::x, 1);
    const MatrixD g = gaussian(source.tokens, source.dModel, seed, Stream::upstream, 1);
    std::array<Layers, 2> found;
    for (const bool scaled : {false, true}) {
        Softmax softmax = scene.softmax;
        softmax.scale = {scaled ? ScaleKind::sqrt : ScaleKind::none};
        DepthStack stack(weights, resolve(softmax, source.dK), scene.depth.residual, scene.depth.layerNorm);
        stack.forward(x, stop);
        found[scaled ? 1 : 0] = stack.backward(g, stop);
    }
    return found;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

void check(const Source& source) {
    if (source.kind != SourceKind::projection)
        throw UsageError("a stack of layers is made of projections; take projected embeddings (--d-model)");
    if (const Index dV = source.dV.value_or(source.dK); dV != source.dModel)
        throw UsageError("a stack gives each layer's output to the next and needs d_v = d_model, not " +
                         std::to_string(dV) + " and " + std::to_string(source.dModel));
    if (source.tokens > limits::trainedTokens)
        throw UsageError("a stack keeps the weights of every layer and takes up to " +
                         std::to_string(limits::trainedTokens) + " tokens, not " + std::to_string(source.tokens));
}

} // namespace

Scene depthScene() {
    Scene scene;
    scene.source.kind = SourceKind::projection;
    scene.source.tokens = 32;
    scene.source.dModel = scene.source.dK = 256;
    return scene;
}

Index Depth::collapsedFrom(bool scaled) const {
    constexpr double alike = 1e-3;
    const std::vector<DepthLayer>& layers = stacks[scaled ? 1 : 0];
    const auto first =
        std::find_if(layers.begin(), layers.end(), [](const DepthLayer& layer) { return layer.spread < alike; });
    return first == layers.end() ? 0 : first - layers.begin() + 1;
}

Depth depthGradients(const Scene& scene, int threads, const std::stop_token& stop) {
    check(scene.source);
    const Index trials = scene.sweep.trials;
    std::vector<std::array<Layers, 2>> found(static_cast<std::size_t>(trials));
    parallelFor(trials, threads, stop,
                [&](Index trial) { found[static_cast<std::size_t>(trial)] = trialOf(scene, trial, stop); });
    Depth result;
    for (std::size_t stack = 0; stack < 2; ++stack) {
        for (std::size_t l = 0; l < static_cast<std::size_t>(scene.depth.layers); ++l) {
            DepthLayer layer;
            std::vector<double> rows;
            for (const std::array<Layers, 2>& trial : found) {
                const LayerGradient& one = trial[stack][l];
                layer.gradientNorm += one.rows.norm() / static_cast<double>(trials);
                layer.spread += one.spread / static_cast<double>(trials);
                rows.insert(rows.end(), one.rows.begin(), one.rows.end());
            }
            layer.gradientRowMedian = median(std::move(rows));
            result.stacks[stack].push_back(layer);
        }
    }
    return result;
}

} // namespace softscope
