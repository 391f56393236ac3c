#include "app/options.h"
#include "app/values.h"
#include "core/base/parse.h"
#include "core/base/resources.h"
#include "core/head/upstream.h"
#include "core/scene/limits.h"

#include <cmath>

namespace softscope {
namespace {

using Text = std::string_view;

/// A scene may be opened from another folder: files are named in full.
std::string fullPath(Text text) {
    if (text.empty())
        throw UsageError("takes the name of a file, not “”");
    return portablePath(std::string(text));
}

void setInput(Scene& scene, Text text) {
    Source source;
    source.kind = SourceKind::tensors;
    source.tensors.path = fullPath(text);
    scene.source = source;
}

void setModel(Scene& scene, Text text) {
    scene.source.dModel = wholeNumber(text, 1, limits::model);
    scene.source.kind = SourceKind::projection;
}

void addMask(Scene& scene, Text text) {
    auto& masks = scene.softmax.masks;
    const auto mask = maskFromText(text);
    if (!mask)
        masks.clear();
    else if (std::ssize(masks) == limits::masks)
        throw UsageError("may be given " + std::to_string(limits::masks) + " times, and " + shownText(text) +
                         " is one too many");
    else
        masks.push_back(*mask);
}

void setSoftcap(Scene& scene, Text text) {
    scene.softmax.softcap.reset();
    if (text != "none")
        scene.softmax.softcap = number(text, limits::softcapLow, limits::softcapHigh);
}

void setSink(Scene& scene, Text text) {
    scene.softmax.sink.reset();
    if (text != "none")
        scene.softmax.sink = number(text, -limits::sinkHigh, limits::sinkHigh);
}

/// Each optimizer begins with a rate of its own.
void setOptimizer(Scene& scene, Text text) {
    const Optimizer optimizer = word<Optimizer>(text);
    if (optimizer != scene.training.optimizer)
        scene.training.learningRate = standardRate(optimizer);
    scene.training.optimizer = optimizer;
}

void setUpstream(Scene& scene, Text text) {
    scene.upstream = text == "ones"             ? std::string()
                     : text == gaussianUpstream ? std::string(gaussianUpstream)
                                                : fullPath(text);
}

void setRange(Scene& scene, Text text) {
    const std::size_t comma = text.find(',');
    const auto low = parseNumber<double>(text.substr(0, comma));
    const auto high = comma == Text::npos ? std::nullopt : parseNumber<double>(text.substr(comma + 1));
    if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || !(*low < *high))
        throw UsageError("takes LOW,HIGH, two numbers with the lower one first, not " + shownText(text));
    scene.figure.place.display.range = {RangeKind::fixed, scene.figure.place.display.range.percentile, *low, *high};
}

void setSize(Scene& scene, Text text) {
    const std::size_t cross = text.find('x');
    const auto width = parseNumber<Index>(text.substr(0, cross));
    const auto height = cross == Text::npos ? Index(0) : parseNumber<Index>(text.substr(cross + 1)).value_or(-1);
    const auto fits = [](Index pixels) { return pixels >= 16 && pixels <= limits::figurePixels; };
    if (!width || !fits(*width) || !(fits(height) || cross == Text::npos))
        throw UsageError("takes WIDTH or WIDTHxHEIGHT in pixels, each from 16 to " +
                         std::to_string(limits::figurePixels) + ", not " + shownText(text));
    scene.figure.width = *width;
    scene.figure.height = height;
}

constexpr Option options[] = {
    {"--input", "FILE", "a head from a .safetensors file", Group::scene, Fits::any, setInput},
    {"--q", "NAME", "which tensor of it is q", Group::scene, Fits::tensors,
     [](Scene& s, Text t) { s.source.tensors.q = t; }},
    {"--k", "NAME", "which is k", Group::scene, Fits::tensors, [](Scene& s, Text t) { s.source.tensors.k = t; }},
    {"--v", "NAME", "which is v", Group::scene, Fits::tensors, [](Scene& s, Text t) { s.source.tensors.v = t; }},
    {"--layer", "L", "layer L of it, from 0", Group::scene, Fits::tensors,
     [](Scene& s, Text t) { s.source.tensors.layer = wholeNumber(t, 0, limits::tokens); }},
    {"--head", "H", "head H of the layer, from 0", Group::scene, Fits::tensors,
     [](Scene& s, Text t) { s.source.tensors.head = wholeNumber(t, 0, limits::tokens); }},
    {"--batch", "B", "example B of the batch, from 0", Group::scene, Fits::tensors,
     [](Scene& s, Text t) { s.source.tensors.batch = wholeNumber(t, 0, limits::tokens); }},
    {"--tokens", "N", "tokens of a Gaussian head (64)", Group::scene, Fits::random,
     [](Scene& s, Text t) { s.source.tokens = wholeNumber(t, 1, limits::tokens); }},
    {"--d-k", "D", "dimensions of a query and a key (64)", Group::scene, Fits::random,
     [](Scene& s, Text t) { s.source.dK = wholeNumber(t, 1, limits::dimension); }},
    {"--d-v", "D", "dimensions of a value (d_k)", Group::scene, Fits::random,
     [](Scene& s, Text t) { s.source.dV = wholeNumber(t, 1, limits::dimension); }},
    {"--seed", "S", "seed of the random numbers (1)", Group::scene, Fits::random,
     [](Scene& s, Text t) { s.source.seed = seedNumber(t); }},
    {"--sigma-q", "X", "standard deviation of one component of q (1)", Group::scene, Fits::random,
     [](Scene& s, Text t) { s.source.sigmaQ = number(t, limits::sigmaLow, limits::sigmaHigh); }},
    {"--sigma-k", "X", "standard deviation of one component of k (1)", Group::scene, Fits::random,
     [](Scene& s, Text t) { s.source.sigmaK = number(t, limits::sigmaLow, limits::sigmaHigh); }},
    {"--d-model", "M", "project embeddings of M dimensions by W_Q, W_K and W_V", Group::scene, Fits::random, setModel},
    {"--scale", "sqrt|none|dk|NUMBER", "1/√d_k, 1, 1/d_k, or the factor itself (sqrt)", Group::scene, Fits::any,
     [](Scene& s, Text t) { s.softmax.scale = scaleFromText(t); }},
    {"--temperature", "T", "divides the logits once more (1)", Group::scene, Fits::any,
     [](Scene& s, Text t) { s.softmax.temperature = number(t, limits::temperatureLow, limits::temperatureHigh); }},
    {"--softcap", "C", "c·tanh(z/c) in place of each logit z; none takes it off", Group::scene, Fits::any, setSoftcap},
    {"--qk-norm", "", "queries and keys of length 1", Group::scene, Fits::any,
     [](Scene& s, Text) { s.softmax.qkNorm = true; }},
    {"--log-length", "", "logits times ln n_k, n_k the keys of the row (scalable softmax)", Group::scene, Fits::any,
     [](Scene& s, Text) { s.softmax.logLength = true; }},
    {"--sink", "X", "one more key with logit X, which takes weight and gives nothing; none takes it off", Group::scene,
     Fits::any, setSink},
    {"--mask", "none|causal|causal-end|window:W|window:L,R", "which keys a query sees; a key must pass all masks given",
     Group::scene, Fits::any, addMask},
    {"--row", "I", "the selected query, from 0 (0)", Group::scene, Fits::any,
     [](Scene& s, Text t) { s.selection.row = wholeNumber(t, 0, limits::tokens - 1); }},
    {"--upstream", "ones|gaussian|FILE", "G = ∂L/∂O for the gradients: ones, Gaussian, or an .npy file (ones)",
     Group::scene, Fits::any, setUpstream},
    {"--trials", "T", "fresh heads for each point (20)", Group::trials, Fits::any,
     [](Scene& s, Text t) { s.sweep.trials = wholeNumber(t, 1, limits::trials); }},
    {"--task", "fixed|fresh", "one sequence at every step, or a new one at every step (fixed)", Group::train, Fits::any,
     [](Scene& s, Text t) { s.training.task = word<TrainingTask>(t); }},
    {"--optimizer", "sgd|adam", "how a gradient becomes a step (sgd)", Group::train, Fits::any, setOptimizer},
    {"--learning-rate", "X", "how long a step is (0.1; adam: 0.001)", Group::train, Fits::any,
     [](Scene& s, Text t) { s.training.learningRate = number(t, limits::learningRateLow, limits::learningRateHigh); }},
    {"--steps", "N", "how many steps (300)", Group::train, Fits::any,
     [](Scene& s, Text t) { s.training.steps = wholeNumber(t, 0, limits::steps); }},
    {"--layers", "N", "how many layers (8)", Group::depth, Fits::any,
     [](Scene& s, Text t) { s.depth.layers = wholeNumber(t, 1, limits::layers); }},
    {"--no-residual", "", "a layer's output is not added to its input", Group::depth, Fits::any,
     [](Scene& s, Text) { s.depth.residual = false; }},
    {"--no-layer-norm", "", "a layer's input is not normalised", Group::depth, Fits::any,
     [](Scene& s, Text) { s.depth.layerNorm = false; }},
    {"--map", "NAME",
     "scores, scaled, weights, jacobian, jacobian-diagonal, row-jacobian, output, grad-q, grad-k, grad-v, q, k or v "
     "(weights)",
     Group::render, Fits::any, [](Scene& s, Text t) { s.figure.place.map = word<MapName>(t); }},
    {"--norm", "linear|log|symlog", "how a number becomes a place on the colour map (linear)", Group::render, Fits::any,
     [](Scene& s, Text t) { s.figure.place.display.norm = word<NormKind>(t); }},
    {"--range", "LOW,HIGH", "the numbers at the ends of the colour map (those of the map)", Group::render, Fits::any,
     setRange},
    {"--colormap", "NAME", "automatic, viridis, cividis, magma or diverging (automatic: by the map)", Group::render,
     Fits::any, [](Scene& s, Text t) { s.figure.place.display.colormap = word<Colormap>(t); }},
    {"--size", "WIDTH[xHEIGHT]", "of the picture in pixels (900, as high as the map needs)", Group::render, Fits::any,
     setSize},
    {"--dpi", "D", "pixels per inch, written into the file (96)", Group::render, Fits::any,
     [](Scene& s, Text t) { s.figure.dpi = number(t, limits::dpiLow, limits::dpiHigh); }},
    {"--title", "TEXT", "the line over the map (made from the scene)", Group::render, Fits::any,
     [](Scene& s, Text t) { s.figure.title = t; }},
    {"--transparent", "", "no background", Group::render, Fits::any,
     [](Scene& s, Text) { s.figure.transparent = true; }},
    {"--reduce", "max|mean", "how several cells become one pixel (max)", Group::render, Fits::any,
     [](Scene& s, Text t) { s.view.reduce = word<Reducer>(t); }},
};

} // namespace

std::span<const Option> sceneOptions() {
    return options;
}

} // namespace softscope
