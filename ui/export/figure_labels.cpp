#include "ui/export/figure_drawing.h"
#include "ui/export/figure_font.h"
#include "ui/heatmap/label_thinning.h"

namespace softscope {

namespace {

/// A token and the middle of its cell in pixels.
struct Place {
    Index token = 0;
    double middle = 0;
};

std::vector<Place> places(const FigureAxis& labels, double space, const CellLayout& cells, int origin, Index pool) {
    const LabelAxis axis{cells, labels.begin, labels.end, pool};
    std::vector<Place> result;
    for (const Index token : visibleLabels(axis, space, -1, !labels.named()))
        result.push_back({token, origin + axis.centerOf(token)});
    return result;
}

DrawnText label(const FigureAxis& labels, Index i, double width, int pixels) {
    const QString whole = labels.text(i);
    DrawnText text;
    text.text = elided(whole, width, pixels);
    text.pixels = pixels;
    text.color = ink::text;
    if (text.text != whole)
        text.whole = whole;
    return text;
}

} // namespace

void drawRowLabels(Drawing& drawing, const FigureLayout& layout, const Map& map) {
    const int pixels = layout.small();
    for (const Place& place :
         places(layout.rows, 1.2 * pixels, layout.yCells(map.cells.rows()), layout.map.top(), map.poolRows)) {
        DrawnText text = label(layout.rows, place.token, layout.rowLabelWidth, pixels);
        if (text.text.isEmpty())
            continue;
        text.anchor = TextAnchor::end;
        text.at = {layout.map.left() - 0.5 * layout.em, place.middle + 0.36 * pixels};
        drawing.texts.push_back(text);
    }
}

void drawColumnLabels(Drawing& drawing, const FigureLayout& layout, const Map& map) {
    const int pixels = layout.small();
    const int bottom = layout.map.top() + layout.map.height();
    const double space = layout.colLabelsTurned ? 1.2 * pixels : layout.cols.widest(pixels) + 0.6 * pixels;
    for (const Place& place :
         places(layout.cols, space, layout.xCells(map.cells.cols()), layout.map.left(), map.poolCols)) {
        DrawnText text =
            label(layout.cols, place.token, layout.colLabelsTurned ? layout.colLabelHeight : space, pixels);
        if (text.text.isEmpty())
            continue;
        if (layout.colLabelsTurned) {
            text.rotation = 90;
            text.at = {place.middle - 0.36 * pixels, bottom + 0.5 * layout.em};
        } else {
            text.anchor = TextAnchor::middle;
            text.at = {place.middle, bottom + 0.3 * layout.em + pixels};
        }
        drawing.texts.push_back(text);
    }
}

} // namespace softscope
