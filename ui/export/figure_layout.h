// Where the parts of a figure stand: known from the scene and the head alone, so that the map can be pooled to it.
#pragma once

#include "core/engine/frame.h"
#include "ui/heatmap/cell_layout.h"

#include <QRect>
#include <QStringList>

#include <vector>

namespace softscope {

/// One axis of a figure with its labels.
struct FigureAxis {
    Axis axis = Axis::query;
    Index begin = 0, end = 0;                        ///< the tokens or dimensions shown
    const std::vector<std::string>* words = nullptr; ///< null: numbered
    bool named() const { return words != nullptr && begin < static_cast<Index>(words->size()); }
    QString text(Index i) const; ///< drawable
    /// Widest label in pixels: exact for up to 512, a sample above.
    double widest(int pixels) const;
};

struct FigureLayout {
    int width = 0, height = 0;
    bool texts = true;    ///< false: too small for letters, the map is all there is
    bool captions = true; ///< false: too small for more than the map and its colour bar
    int em = 12;          ///< size of ordinary text in pixels
    int small() const;    ///< of labels, ticks and notes
    int titlePixels = 14;
    QStringList title; ///< lines
    QString wholeTitle;
    FigureAxis rows, cols;
    QRect map;
    QRect bar; ///< the colour bar's colours
    int rowLabelWidth = 0;
    int colLabelHeight = 0;
    bool colLabelsTurned = false; ///< read downwards, because they are wider than a column can take
    int notesBaseline = 0;

    /// Cells along the axes of `map`.
    CellLayout xCells(Index count) const { return {count, map.width()}; }
    CellLayout yCells(Index count) const { return {count, map.height()}; }
};

/// What a small figure leaves out, in a sentence; empty where it has everything.
QString leftOut(const FigureLayout& layout);

/// `notes`: a line under the map is needed. With figure.height 0 the height follows from the map.
FigureLayout layoutFigure(const Scene& scene, const Head& head, bool notes);

} // namespace softscope
