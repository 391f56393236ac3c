#include "ui/export/figure_drawing.h"

#include "core/render/picture.h"
#include "ui/export/figure_font.h"
#include "ui/export/figure_text.h"
#include "ui/export/hatch.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace softscope {

namespace {

Grid mapGrid(const FigureLayout& layout, const Picture& picture) {
    Grid grid;
    const CellLayout x = layout.xCells(picture.width), y = layout.yCells(picture.height);
    for (Index i = 0; i <= picture.width; ++i)
        grid.xEdges.push_back(layout.map.left() + static_cast<int>(x.edge(i)));
    for (Index i = 0; i <= picture.height; ++i)
        grid.yEdges.push_back(layout.map.top() + static_cast<int>(y.edge(i)));
    grid.colors.reserve(picture.pixels.size());
    std::transform(picture.pixels.begin(), picture.pixels.end(), std::back_inserter(grid.colors),
                   [](std::uint32_t pixel) { return qUnpremultiply(pixel); });
    return grid;
}

void drawNaN(Drawing& drawing, const FigureLayout& layout, const Map& map, const Grid& grid) {
    std::vector<bool> hatched(grid.colors.size());
    const float* cells = map.cells.data();
    std::transform(cells, cells + map.cells.size(), hatched.begin(), [](float value) { return value != value; });
    const double line = std::max(1.0, layout.em / 10.0);
    drawing.lines.push_back({hatchLines(grid, hatched, 4 * line), ink::hatch, line});
}

void drawTitle(Drawing& drawing, const FigureLayout& layout) {
    double y = layout.em;
    for (const QString& line : layout.title) {
        y += 1.3 * layout.titlePixels;
        DrawnText text;
        text.text = line;
        text.at = {layout.width / 2.0, y - 0.3 * layout.titlePixels};
        text.pixels = layout.titlePixels;
        text.bold = true;
        text.color = ink::text;
        text.anchor = TextAnchor::middle;
        drawing.texts.push_back(text);
    }
}

void drawAxisNames(Drawing& drawing, const FigureLayout& layout) {
    DrawnText text;
    text.pixels = layout.em;
    text.color = ink::muted;
    text.anchor = TextAnchor::middle;
    const QRect& map = layout.map;
    text.text = figureAxisName(layout.cols.axis);
    text.at = {map.left() + map.width() / 2.0,
               map.top() + map.height() + 0.5 * layout.em + layout.colLabelHeight + 1.3 * layout.em};
    drawing.texts.push_back(text);
    text.text = figureAxisName(layout.rows.axis);
    text.rotation = -90;
    text.at = {map.left() - 0.5 * layout.em - layout.rowLabelWidth - 0.8 * layout.em, map.top() + map.height() / 2.0};
    drawing.texts.push_back(text);
}

/// A swatch and its meaning, for each kind of cell that holds no ordinary number.
struct Key {
    QString text;
    QColor color; ///< invalid: hatched
};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

std::vector<Key> keysOf(const Picture& picture, const MapName map) {
    std::vector<Key> keys;
    if (picture.minusInfinities > 0)
        keys.push_back({map == MapName::scaled ? Words::tr("−∞ (masked)") : QStringLiteral("−∞"),
                        QColor::fromRgba(qUnpremultiply(minusInfinityColor))});
    if (picture.plusInfinities > 0)
        keys.push_back({QStringLiteral("+∞"), QColor::fromRgba(qUnpremultiply(plusInfinityColor))});
    if (picture.nans > 0)
        keys.push_back({Words::tr("not a number"), QColor()});
    return keys;
}

void drawNotes(Drawing& drawing, const FigureLayout& layout, const QStringList& notes, const std::vector<Key>& keys) {
    const int pixels = layout.small(), side = pixels;
    double x = layout.em;
    const int y = layout.notesBaseline;
    const auto write = [&](const QString& words) {
        DrawnText text;
        text.text = elided(words, std::max(0.0, layout.width - layout.em - x), pixels);
        text.whole = text.text == words ? QString() : words;
        text.at = {x, static_cast<double>(y)};
        text.pixels = pixels;
        text.color = ink::muted;
        drawing.texts.push_back(text);
        x += textWidth(words, pixels) + 1.5 * layout.em;
    };
    for (const Key& key : keys) {
        Grid swatch;
        const int left = static_cast<int>(x), top = y - side + side / 8;
        swatch.xEdges = {left, left + side};
        swatch.yEdges = {top, top + side};
        swatch.colors = {key.color.isValid() ? key.color.rgba() : 0U};
        if (!key.color.isValid())
            drawing.lines.push_back(
                {hatchLines(swatch, {true}, side / 3.0), ink::hatch, std::max(1.0, layout.em / 12.0)});
        drawing.grids.push_back(swatch);
        x = left + 1.4 * side;
        write(key.text);
    }
    for (const QString& note : notes)
        write(note);
}

} // namespace

Drawing drawFigure(const FigureContent& content) {
    const Display& display = content.scene.figure.place.display;
    const Map* const map = &content.map;
    const Picture picture = render(content.map, colorScale(display, {&map, 1}));
    const QStringList notes = figureNotes(content);
    const std::vector<Key> keys = keysOf(picture, content.map.name);
    const FigureLayout layout = layoutFigure(content.scene, *content.head, !notes.isEmpty() || !keys.empty());

    Drawing drawing;
    drawing.width = layout.width;
    drawing.height = layout.height;
    drawing.transparent = content.scene.figure.transparent;
    drawing.title = layout.wholeTitle;
    drawing.grids.push_back(mapGrid(layout, picture));
    if (picture.nans > 0)
        drawNaN(drawing, layout, content.map, drawing.grids.front());
    if (layout.texts)
        drawColorBar(drawing, layout, picture, colorBarTitle(content.scene));
    if (!layout.texts || !layout.captions)
        return drawing;
    drawTitle(drawing, layout);
    drawRowLabels(drawing, layout, content.map);
    drawColumnLabels(drawing, layout, content.map);
    drawAxisNames(drawing, layout);
    drawNotes(drawing, layout, notes, keys);
    return drawing;
}

} // namespace softscope
