#include "core/scene/words.h"

#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/io/shown_text.h"
#include "core/scene/limits.h"

#include <charconv>
#include <cmath>

namespace softscope {
namespace {

constexpr Word<SourceKind> sourceKinds[] = {{SourceKind::gaussian, "gaussian"},
                                            {SourceKind::projection, "projection"},
                                            {SourceKind::workedExample, "worked-example"},
                                            {SourceKind::saturation, "saturation"},
                                            {SourceKind::tensors, "tensors"}};
constexpr Word<Role> roles[] = {{Role::x, "x"}, {Role::q, "q"}, {Role::k, "k"}, {Role::v, "v"}};
constexpr Word<EditKind> editKinds[] = {
    {EditKind::component, "component"}, {EditKind::norm, "norm"}, {EditKind::turn, "turn"}, {EditKind::noise, "noise"}};
constexpr Word<ScaleKind> scaleKinds[] = {
    {ScaleKind::sqrt, "sqrt"}, {ScaleKind::none, "none"}, {ScaleKind::dk, "dk"}, {ScaleKind::factor, "factor"}};
constexpr Word<MaskKind> maskKinds[] = {
    {MaskKind::causal, "causal"}, {MaskKind::causalEnd, "causal-end"}, {MaskKind::window, "window"}};
constexpr Word<MapName> mapNames[] = {{MapName::scores, "scores"},
                                      {MapName::scaled, "scaled"},
                                      {MapName::weights, "weights"},
                                      {MapName::jacobian, "jacobian"},
                                      {MapName::jacobianDiagonal, "jacobian-diagonal"},
                                      {MapName::rowJacobian, "row-jacobian"},
                                      {MapName::output, "output"},
                                      {MapName::gradQ, "grad-q"},
                                      {MapName::gradK, "grad-k"},
                                      {MapName::gradV, "grad-v"},
                                      {MapName::q, "q"},
                                      {MapName::k, "k"},
                                      {MapName::v, "v"}};
constexpr Word<Reducer> reducers[] = {{Reducer::maximum, "max"}, {Reducer::mean, "mean"}};
constexpr Word<NormKind> norms[] = {{NormKind::linear, "linear"}, {NormKind::log, "log"}, {NormKind::symlog, "symlog"}};
constexpr Word<Colormap> colormaps[] = {{Colormap::automatic, "automatic"},
                                        {Colormap::viridis, "viridis"},
                                        {Colormap::cividis, "cividis"},
                                        {Colormap::magma, "magma"},
                                        {Colormap::diverging, "diverging"}};
constexpr Word<RangeKind> rangeKinds[] = {
    {RangeKind::automatic, "automatic"}, {RangeKind::percentile, "percentile"}, {RangeKind::fixed, "fixed"}};
constexpr Word<ChartName> chartNames[] = {{ChartName::scoreDistribution, "score-distribution"},
                                          {ChartName::selectedRow, "selected-row"},
                                          {ChartName::effectiveTokens, "effective-tokens"},
                                          {ChartName::largestWeight, "largest-weight"},
                                          {ChartName::jacobianNorm, "jacobian-norm"},
                                          {ChartName::gradientNorm, "gradient-norm"},
                                          {ChartName::sweepEntropy, "sweep-entropy"},
                                          {ChartName::sweepEffectiveTokens, "sweep-effective-tokens"},
                                          {ChartName::sweepLargestWeight, "sweep-largest-weight"},
                                          {ChartName::sweepJacobian, "sweep-jacobian"},
                                          {ChartName::sweepSpectral, "sweep-spectral"},
                                          {ChartName::sweepGradQ, "sweep-grad-q"},
                                          {ChartName::sweepGradK, "sweep-grad-k"},
                                          {ChartName::phaseUnscaled, "phase-unscaled"},
                                          {ChartName::phaseScaled, "phase-scaled"},
                                          {ChartName::phasePresent, "phase-present"},
                                          {ChartName::depth, "depth"},
                                          {ChartName::training, "training"}};

constexpr Word<TrainingTask> tasks[] = {{TrainingTask::fixed, "fixed"}, {TrainingTask::fresh, "fresh"}};
constexpr Word<TrainingFigure> trainingFigures[] = {{TrainingFigure::loss, "loss"},
                                                    {TrainingFigure::accuracy, "accuracy"},
                                                    {TrainingFigure::entropy, "entropy"},
                                                    {TrainingFigure::jacobian, "jacobian"},
                                                    {TrainingFigure::gradient, "gradient"}};
constexpr Word<Optimizer> optimizers[] = {{Optimizer::sgd, "sgd"}, {Optimizer::adam, "adam"}};

[[noreturn]] void refuseMask(std::string_view text) {
    throw UsageError(shownText(text) + " is no mask: take none, causal, causal-end, window:W or window:LEFT,RIGHT with "
                                       "whole numbers from 0 to 1048576.");
}

} // namespace

template <>
std::span<const Word<SourceKind>> words() {
    return sourceKinds;
}
template <>
std::span<const Word<Role>> words() {
    return roles;
}
template <>
std::span<const Word<EditKind>> words() {
    return editKinds;
}
template <>
std::span<const Word<ScaleKind>> words() {
    return scaleKinds;
}
template <>
std::span<const Word<MaskKind>> words() {
    return maskKinds;
}
template <>
std::span<const Word<MapName>> words() {
    return mapNames;
}
template <>
std::span<const Word<Reducer>> words() {
    return reducers;
}
template <>
std::span<const Word<NormKind>> words() {
    return norms;
}
template <>
std::span<const Word<Colormap>> words() {
    return colormaps;
}
template <>
std::span<const Word<RangeKind>> words() {
    return rangeKinds;
}
template <>
std::span<const Word<ChartName>> words() {
    return chartNames;
}

template <>
std::span<const Word<TrainingTask>> words() {
    return tasks;
}
template <>
std::span<const Word<TrainingFigure>> words() {
    return trainingFigures;
}
template <>
std::span<const Word<Optimizer>> words() {
    return optimizers;
}

Scale scaleFromText(std::string_view text) {
    const auto kind = fromWord<ScaleKind>(text);
    if (kind && *kind != ScaleKind::factor)
        return {*kind};
    const auto factor = parseNumber<double>(text);
    if (!factor || !std::isfinite(*factor) || std::abs(*factor) > limits::factorHigh)
        throw UsageError(shownText(text) + " is no scale: take sqrt, none, dk or a number from −1e6 to 1e6.");
    return {ScaleKind::factor, *factor};
}

std::string textOf(const Scale& scale) {
    if (scale.kind != ScaleKind::factor)
        return std::string(wordOf(scale.kind));
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), scale.factor).ptr};
}

std::optional<Mask> maskFromText(std::string_view text) {
    if (text == "none")
        return std::nullopt;
    if (text == "causal")
        return Mask{MaskKind::causal};
    if (text == "causal-end")
        return Mask{MaskKind::causalEnd};
    constexpr std::string_view prefix = "window:";
    if (!text.starts_with(prefix))
        refuseMask(text);
    const std::string_view sizes = text.substr(prefix.size());
    const std::size_t comma = sizes.find(',');
    const auto left = parseNumber<Index>(sizes.substr(0, comma));
    const auto right = comma == std::string_view::npos ? left : parseNumber<Index>(sizes.substr(comma + 1));
    for (const auto& size : {left, right}) {
        if (!size || *size < 0 || *size > limits::tokens)
            refuseMask(text);
    }
    return Mask{MaskKind::window, *left, *right};
}

std::string textOf(const Mask& mask) {
    std::string text(wordOf(mask.kind));
    if (mask.kind == MaskKind::window) {
        text.append(":").append(std::to_string(mask.left));
        if (mask.right != mask.left)
            text.append(",").append(std::to_string(mask.right));
    }
    return text;
}

} // namespace softscope
