#include "core/scene/validate.h"

#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/base/utf8.h"
#include "core/scene/limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace softscope {
namespace {

/// The path of a field, put together only where it is refused: a scene of many edits is checked at every tick of a
/// drag.
struct Path {
    const char* list;
    std::ptrdiff_t index = -1; // −1: not in a list
    const char* middle = "";
    const char* field = "";

    Path(const char* name) : list(name) {} // NOLINT(google-explicit-constructor): a plain name is a path
    Path(const char* name, std::size_t at, const char* middleName = "")
        : list(name), index(std::ptrdiff_t(at)), middle(middleName) {}

    Path operator/(const char* name) const {
        Path inside = *this;
        inside.field = name;
        return inside;
    }
    std::string text() const {
        std::string path = list;
        if (index >= 0)
            path.append("[").append(std::to_string(index)).append("]");
        return path.append(middle).append(field);
    }
};

std::string spoken(double value) {
    return std::isnan(value) ? "not a number" : shortestText(value);
}

void inRange(const Path& path, Index value, Index low, Index high) {
    if (value < low || value > high)
        throw UsageError(path.text() + " is " + std::to_string(value) + "; it may be " + std::to_string(low) + " to " +
                         std::to_string(high) + ".");
}

void inRange(const Path& path, double value, double low, double high) {
    if (!(value >= low && value <= high))
        throw UsageError(path.text() + " is " + spoken(value) + "; it may be " + spoken(low) + " to " + spoken(high) +
                         ".");
}

/// Text that a figure, a session and the window can all hold.
void isText(const Path& path, const std::string& text) {
    if (std::ssize(text) > limits::labelBytes)
        throw UsageError(path.text() + " has " + std::to_string(text.size()) + " bytes; it may have " +
                         std::to_string(limits::labelBytes) + ".");
    if (!isUtf8(text))
        throw UsageError(path.text() + " is not UTF-8 text.");
}

void validateSource(const Source& source) {
    inRange("source.tokens", source.tokens, 1, limits::tokens);
    inRange("source.d_k", source.dK, 1, limits::dimension);
    if (source.dV)
        inRange("source.d_v", *source.dV, 1, limits::dimension);
    inRange("source.d_model", source.dModel, 1, limits::model);
    inRange("source.sigma_q", source.sigmaQ, limits::sigmaLow, limits::sigmaHigh);
    inRange("source.sigma_k", source.sigmaK, limits::sigmaLow, limits::sigmaHigh);
    inRange("the number of source.labels", std::ssize(source.labels), 0, limits::tokens);
    for (std::size_t i = 0; i < source.labels.size(); ++i)
        isText({"source.labels", i}, source.labels[i]);
    const TensorReference& tensors = source.tensors;
    isText("source.tensors.path", tensors.path);
    isText("source.tensors.q", tensors.q);
    isText("source.tensors.k", tensors.k);
    isText("source.tensors.v", tensors.v);
    const std::pair<const char*, std::optional<Index>> places[] = {{"source.tensors.layer", tensors.layer},
                                                                   {"source.tensors.head", tensors.head},
                                                                   {"source.tensors.batch", tensors.batch}};
    for (const auto& [name, value] : places)
        inRange(name, value.value_or(0), 0, limits::tokens);
    if (source.kind == SourceKind::tensors && tensors.path.empty())
        throw UsageError("source.tensors.path is empty; a source of kind tensors needs the name of a file.");
}

void validateEdit(const Path& path, const Edit& edit) {
    inRange(path / ".token", edit.token, 0, limits::tokens - 1);
    inRange(path / ".towards", edit.towards, 0, limits::tokens - 1);
    inRange(path / ".component", edit.component, 0, std::max(limits::dimension, limits::model) - 1);
    switch (edit.kind) {
    case EditKind::component:
        return inRange(path / ".amount", edit.amount, -limits::component, limits::component);
    case EditKind::norm:
    case EditKind::noise:
        return inRange(path / ".amount", edit.amount, 0, limits::component);
    case EditKind::turn:
        return inRange(path / ".amount", edit.amount, -360, 360);
    }
}

void validateSoftmax(const Softmax& softmax) {
    inRange("softmax.scale.factor", softmax.scale.factor, -limits::factorHigh, limits::factorHigh);
    inRange("softmax.temperature", softmax.temperature, limits::temperatureLow, limits::temperatureHigh);
    if (softmax.softcap)
        inRange("softmax.softcap", *softmax.softcap, limits::softcapLow, limits::softcapHigh);
    if (softmax.sink)
        inRange("softmax.sink", *softmax.sink, -limits::sinkHigh, limits::sinkHigh);
    inRange("the number of softmax.masks", std::ssize(softmax.masks), 0, limits::masks);
    for (std::size_t i = 0; i < softmax.masks.size(); ++i) {
        inRange(Path("softmax.masks", i) / ".left", softmax.masks[i].left, 0, limits::tokens);
        inRange(Path("softmax.masks", i) / ".right", softmax.masks[i].right, 0, limits::tokens);
    }
}

/// Whether a double can hold several numbers between the two, at sizes where it has all its digits. Halves, because the
/// width of the largest numbers overflows.
bool hasWidth(double low, double high) {
    using Limits = std::numeric_limits<double>;
    const double size = std::max(std::abs(low), std::abs(high)) / 2;
    return high / 2 - low / 2 >= std::max(8 * Limits::epsilon() * size, Limits::min());
}

void validateDisplay(const Path& path, const Display& display) {
    const Range& range = display.range;
    inRange(path / ".range.percentile", range.percentile, 0, 49.9);
    for (const auto& [name, value] : {std::pair{".range.low", range.low}, std::pair{".range.high", range.high}}) {
        if (!std::isfinite(value))
            throw UsageError((path / name).text() + " is " + spoken(value) + "; it must be a finite number.");
    }
    if (range.kind == RangeKind::fixed && !(range.low < range.high))
        throw UsageError((path / ".range.low").text() + " is " + spoken(range.low) + " and high " + spoken(range.high) +
                         "; low must be less than high.");
    if (range.kind == RangeKind::fixed && !hasWidth(range.low, range.high))
        throw UsageError((path / ".range.low").text() + " is " + spoken(range.low) + " and high " + spoken(range.high) +
                         "; they are too close to spread colours between them.");
    if (range.kind == RangeKind::fixed && display.norm == NormKind::log && range.low <= 0)
        throw UsageError((path / ".range.low").text() + " is " + shortestText(range.low) +
                         "; a log norm takes a range that begins above 0.");
}

void validateRegion(const Region& region) {
    inRange("view.region.row_begin", region.rowBegin, 0, limits::tokens - 1);
    inRange("view.region.row_end", region.rowEnd, region.rowBegin + 1, limits::tokens);
    inRange("view.region.col_begin", region.colBegin, 0, limits::tokens - 1);
    inRange("view.region.col_end", region.colEnd, region.colBegin + 1, limits::tokens);
}

void validateFigure(const Figure& figure) {
    validateDisplay("figure.place.display", figure.place.display);
    inRange("figure.width", figure.width, 16, limits::figurePixels);
    if (figure.height != 0)
        inRange("figure.height", figure.height, 16, limits::figurePixels);
    inRange("figure.dpi", figure.dpi, limits::dpiLow, limits::dpiHigh);
    isText("figure.title", figure.title);
}

} // namespace

void validate(const Scene& scene) {
    validateSource(scene.source);
    inRange("the number of edits", std::ssize(scene.edits), 0, limits::edits);
    for (std::size_t i = 0; i < scene.edits.size(); ++i)
        validateEdit({"edits", i}, scene.edits[i]);
    validateSoftmax(scene.softmax);
    const Index tokens = knownTokens(scene.source).value_or(limits::tokens);
    inRange("selection.row", scene.selection.row, 0, tokens - 1);
    inRange("selection.key", scene.selection.key, 0, tokens - 1);
    isText("upstream", scene.upstream);
    inRange("sweep.trials", scene.sweep.trials, 1, limits::trials);
    inRange("training.learning_rate", scene.training.learningRate, limits::learningRateLow, limits::learningRateHigh);
    inRange("training.steps", scene.training.steps, 0, limits::steps);
    inRange("depth.layers", scene.depth.layers, 1, limits::layers);
    for (std::size_t i = 0; i < scene.view.places.size(); ++i)
        validateDisplay({"view.places", i, ".display"}, scene.view.places[i].display);
    if (scene.view.region)
        validateRegion(*scene.view.region);
    validateFigure(scene.figure);
}

Scene fitted(Scene scene, Index nQ, Index nK) {
    scene.selection.row = std::clamp<Index>(scene.selection.row, 0, nQ - 1);
    scene.selection.key = std::clamp<Index>(scene.selection.key, 0, nK - 1);
    if (scene.view.region) {
        Region& region = *scene.view.region;
        region.rowEnd = std::min(region.rowEnd, nQ);
        region.colEnd = std::min(region.colEnd, nK);
        if (region.rows() <= 0 || region.cols() <= 0)
            scene.view.region.reset();
    }
    return scene;
}

std::optional<Index> knownTokens(const Source& source) {
    switch (source.kind) {
    case SourceKind::gaussian:
    case SourceKind::projection:
        return source.tokens;
    case SourceKind::workedExample:
        return 3;
    case SourceKind::saturation:
        return 2;
    case SourceKind::tensors:
        break;
    }
    return std::nullopt;
}

std::optional<Index> knownDK(const Source& source) {
    switch (source.kind) {
    case SourceKind::gaussian:
    case SourceKind::projection:
        return source.dK;
    case SourceKind::workedExample:
        return 4;
    case SourceKind::saturation:
        return 64;
    case SourceKind::tensors:
        break;
    }
    return std::nullopt;
}

} // namespace softscope
