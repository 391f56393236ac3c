// Scenes with every field drawn at random, within what validate() allows.
#pragma once

#include "core/scene/limits.h"
#include "core/scene/scene.h"
#include "core/scene/words.h"

#include <cmath>
#include <random>

namespace softscope::support {

class RandomScene {
public:
    explicit RandomScene(std::uint64_t seed) : m_random(seed) {}

    Index index(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(m_random); }
    bool coin() { return index(0, 1) == 1; }
    double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }
    /// Any order of magnitude between two positive numbers.
    double magnitude(double low, double high) {
        return std::clamp(std::exp(number(std::log(low), std::log(high))), low, high);
    }
    template <typename Enum>
    Enum any() {
        const auto all = words<Enum>();
        return all[static_cast<std::size_t>(index(0, std::ssize(all) - 1))].value;
    }
    std::string text() {
        static const std::vector<std::string> all{"",  "cat",   "a<b & \"c\"", "Ġthe",  "▁the", "שלום",
                                                  "😀", "\\n\n", "tab\t",       "[CLS]", "'",    "x\x01y"};
        return all[static_cast<std::size_t>(index(0, std::ssize(all) - 1))];
    }

    Scene scene() {
        Scene scene;
        scene.source = source();
        for (Index i = index(0, 5); i > 0; --i)
            scene.edits.push_back(edit());
        scene.softmax = softmax();
        const Index tokens = scene.source.kind == SourceKind::workedExample ? 3
                             : scene.source.kind == SourceKind::saturation  ? 2
                                                                            : scene.source.tokens;
        scene.selection = {index(0, tokens - 1), index(0, tokens - 1)};
        scene.upstream = coin() ? "" : "folder/g.npy";
        scene.sweep.trials = index(1, limits::trials);
        scene.training = {any<TrainingTask>(), any<Optimizer>(),
                          magnitude(limits::learningRateLow, limits::learningRateHigh), index(0, limits::steps),
                          any<TrainingFigure>()};
        scene.depth = {index(1, limits::layers), coin(), coin()};
        for (MapPlace& place : scene.view.places)
            place = {any<MapName>(), display()};
        if (coin()) {
            const Index row = index(0, 1000), col = index(0, 1000);
            scene.view.region = Region{row, row + index(1, 500), col, col + index(1, 500)};
        }
        scene.view.reduce = any<Reducer>();
        scene.view.compare = coin();
        for (ChartName& chart : scene.view.charts)
            chart = any<ChartName>();
        scene.figure = {{any<MapName>(), display()},
                        index(16, limits::figurePixels),
                        coin() ? 0 : index(16, 4000),
                        number(limits::dpiLow, limits::dpiHigh),
                        text(),
                        coin()};
        return scene;
    }

private:
    Source source() {
        Source source;
        source.kind = any<SourceKind>();
        source.tokens = coin() ? index(1, 100) : index(1, limits::tokens);
        source.dK = index(1, limits::dimension);
        if (coin())
            source.dV = index(1, limits::dimension);
        source.dModel = index(1, limits::model);
        source.seed = m_random();
        source.sigmaQ = magnitude(limits::sigmaLow, limits::sigmaHigh);
        source.sigmaK = magnitude(limits::sigmaLow, limits::sigmaHigh);
        for (Index i = index(0, 6); i > 0; --i)
            source.labels.push_back(text());
        source.tensors = {"softscope:heads/" + text(), text(), text(), text(), {}, {}, {}};
        for (auto* number : {&source.tensors.layer, &source.tensors.head, &source.tensors.batch}) {
            if (coin())
                *number = index(0, 100);
        }
        return source;
    }

    Edit edit() {
        Edit edit{any<Role>(), index(0, 1000), any<EditKind>(), index(0, 1000), index(0, 1000), m_random()};
        edit.amount = edit.kind == EditKind::turn ? number(-360, 360) : magnitude(1e-9, limits::component);
        if (edit.kind == EditKind::component && coin())
            edit.amount = -edit.amount;
        return edit;
    }

    Softmax softmax() {
        Softmax softmax;
        softmax.scale = {any<ScaleKind>(), number(-10, 10)};
        softmax.temperature = magnitude(limits::temperatureLow, limits::temperatureHigh);
        if (coin())
            softmax.softcap = magnitude(limits::softcapLow, limits::softcapHigh);
        softmax.qkNorm = coin();
        softmax.logLength = coin();
        if (coin())
            softmax.sink = number(-limits::sinkHigh, limits::sinkHigh);
        for (Index i = index(0, 3); i > 0; --i)
            softmax.masks.push_back({any<MaskKind>(), index(0, 50), index(0, 50)});
        return softmax;
    }

    Display display() {
        const double low = number(-1e9, 1e9);
        Display display{
            any<NormKind>(), any<Colormap>(), {any<RangeKind>(), number(0, 49), low, low + magnitude(1e-3, 1e9)}};
        if (display.norm == NormKind::log && display.range.kind == RangeKind::fixed && low <= 0)
            display.norm = NormKind::symlog; // a log norm takes no such range
        return display;
    }

    std::mt19937_64 m_random;
};

} // namespace softscope::support
