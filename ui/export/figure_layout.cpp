#include "ui/export/figure_layout.h"

#include "core/engine/map_region.h"
#include "core/scene/limits.h"
#include "ui/export/figure_font.h"
#include "ui/export/figure_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr double textPoints = 9;  // of ordinary text at the figure's own DPI
constexpr int emsLeast = 28;      // a side has at least so many letters' heights, or the text would leave no map …
constexpr int emsMost = 90;       // … and at most so many, or the text of a large picture could not be read
constexpr int legible = 6;        // pixels of the smallest text
constexpr double comfortable = 8; // … and of ordinary text where there is room, whatever the DPI
constexpr int emsBeside = 8;      // of the map's sides where only the colour bar stands beside it, at least
constexpr double mostTall = 1.1;  // height of the map over the width at hand, where the height is free
constexpr double barSpace = 8;    // ems beside the map for the colour bar, its numbers and its name
constexpr int leastSide = 3;      // ems of the map's short side: below that its cells are not square
constexpr double mostAspect = 4;  // … and grow to what can be seen, but to no more than this share of the long side

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

int scaledBy(int em, double factor) {
    return static_cast<int>(std::lround(em * factor));
}

/// Lines of at most `width` pixels, broken at spaces; the last of `most` lines is shortened.
QStringList wrapped(const QString& text, double width, int pixels, int most) {
    static const QRegularExpression gap(QStringLiteral("(?<![=×]) (?![=×])")); // "n = 64" stays together
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QString line;
        for (const QString& word : paragraph.split(gap)) {
            const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
            if (!line.isEmpty() && textWidth(longer, pixels, true) > width) {
                lines << line;
                line = word;
            } else {
                line = longer;
            }
        }
        lines << line;
    }
    if (lines.size() > most) {
        const QString rest = lines.mid(most - 1).join(QLatin1Char(' '));
        lines = lines.mid(0, most - 1) << rest;
    }
    for (QString& line : lines)
        line = drawableText(elided(line, width, pixels, true).toStdString());
    return lines;
}

FigureAxis labelsOf(Axis axis, Index begin, Index end, const Head& head) {
    FigureAxis labels{axis, begin, end, nullptr};
    if (axis == Axis::query)
        labels.words = &head.queryLabels;
    else if (axis == Axis::key)
        labels.words = &head.keyLabels;
    return labels;
}

/// The text round the map: its sizes do not depend on the map's.
struct Margins {
    int left = 0, right = 0, top = 0;
    int labels = 0; ///< under the map: the columns' labels and the axis' name
    int foot = 0;   ///< under that and the colour bar
    int height() const { return top + labels + foot; }
};

Margins margins(FigureLayout& layout, const Scene& scene, bool notes) {
    const int em = layout.em, small = layout.small(), pad = em;
    const double base = scene.figure.height == 0 ? layout.width : std::min<Index>(layout.width, scene.figure.height);
    Margins m;
    layout.titlePixels = scaledBy(em, 1.15);
    layout.title = wrapped(layout.wholeTitle, layout.width - 2.0 * pad, layout.titlePixels, base > 40 * em ? 3 : 2);
    m.top = pad + static_cast<int>(layout.title.size()) * scaledBy(layout.titlePixels, 1.3) + scaledBy(em, 0.7);
    const double mostLabel = 0.2 * base;
    layout.rowLabelWidth = static_cast<int>(std::ceil(std::min(layout.rows.widest(small), mostLabel)));
    m.left = pad + scaledBy(em, 1.7) + layout.rowLabelWidth + scaledBy(em, 0.5);
    m.right = scaledBy(em, barSpace) + pad;
    // Named columns are turned unless they are as short as numbers; whether they fit is known with the cells.
    layout.colLabelHeight =
        layout.cols.named()
            ? std::max(static_cast<int>(std::ceil(std::min(layout.cols.widest(small), mostLabel))), small)
            : small;
    m.labels = scaledBy(em, 0.5) + layout.colLabelHeight + scaledBy(em, 1.6);
    m.foot = (notes ? scaledBy(em, 1.7) : 0) + pad;
    return m;
}

/// How many cells are left when `cells` are pooled, by a whole number, to at most `most`.
Index pooledCells(Index cells, Index most) {
    const Index pool = (cells + most - 1) / most;
    return (cells + pool - 1) / pool;
}

/// Whole pixels for each cell where that costs little: then every cell has one size.
QSize snapped(Index rows, Index cols, double width, double height) {
    const int pixelsWide = std::max(1, static_cast<int>(width + 1e-9));
    const int pixelsHigh = std::max(1, static_cast<int>(height + 1e-9));
    const CellLayout x(pooledCells(cols, pixelsWide), pixelsWide);
    const CellLayout y(pooledCells(rows, pixelsHigh), pixelsHigh);
    return {static_cast<int>(x.pixels()), static_cast<int>(y.pixels())};
}

/// Width and height of the map in the space there is: square cells, none larger than a quarter of it, unless the map is
/// so long that it would be a sliver.
QSize mapSize(Index rows, Index cols, int width, int height, int em) {
    const double cell = std::min(
        {width / static_cast<double>(cols), height / static_cast<double>(rows), std::max(width, height) / 4.0});
    double w = cell * static_cast<double>(cols), h = cell * static_cast<double>(rows);
    const auto widened = [em](double side, Index cells, double other, double room) {
        const double wanted = std::min(static_cast<double>(cells), other / mostAspect);
        return side >= leastSide * em ? side : std::min(room, std::max<double>(wanted, leastSide * em));
    };
    if (rows > cols)
        w = widened(w, cols, h, width);
    else if (cols > rows)
        h = widened(h, rows, w, height);
    return snapped(rows, cols, w, h);
}

void onlyMap(FigureLayout& layout, const Figure& figure, Index rows, Index cols) {
    layout.texts = false;
    const int height = figure.height != 0
                           ? static_cast<int>(figure.height)
                           : std::clamp(static_cast<int>(std::lround(layout.width * static_cast<double>(rows) /
                                                                     static_cast<double>(cols))),
                                        16, static_cast<int>(std::min<Index>(4 * figure.width, limits::figurePixels)));
    const double cell = std::min(layout.width / static_cast<double>(cols), height / static_cast<double>(rows));
    const QSize size = snapped(rows, cols, cell * static_cast<double>(cols), cell * static_cast<double>(rows));
    layout.height = height;
    layout.map = QRect(QPoint((layout.width - size.width()) / 2, (height - size.height()) / 2), size);
}

/// Too small for title and labels: the map and its colour bar, or the map alone where that would leave it too little.
void withoutCaptions(FigureLayout& layout, const Figure& figure, Index rows, Index cols) {
    layout.em = static_cast<int>(comfortable);
    layout.captions = false;
    const int pad = layout.em;
    const int width = layout.width - 2 * pad - scaledBy(layout.em, barSpace);
    const int height = figure.height != 0 ? static_cast<int>(figure.height) - 2 * pad : scaledBy(width, mostTall);
    if (std::min(width, height) < emsBeside * layout.em) {
        onlyMap(layout, figure, rows, cols);
        return;
    }
    const QSize size = mapSize(rows, cols, width, height, layout.em);
    const int barHeight = std::max(size.height(), std::min(emsBeside * layout.em, height));
    layout.height = figure.height != 0 ? static_cast<int>(figure.height) : barHeight + 2 * pad;
    const int x = pad + (width - size.width()) / 2, y = (layout.height - barHeight) / 2;
    layout.map = QRect(QPoint(x, y), size);
    layout.bar = QRect(x + size.width() + layout.em, y, scaledBy(layout.em, 1.1), barHeight);
}

} // namespace

QString leftOut(const FigureLayout& layout) {
    const int least = emsLeast * legible;
    if (!layout.texts)
        return Words::tr(
                   "At this size there is room for the map alone; from %1 × %1 pixels on the picture has a colour "
                   "bar, a title and labels too.")
            .arg(least);
    if (!layout.captions)
        return Words::tr(
                   "At this size there is room for the map and its colour bar; from %1 × %1 pixels on the picture "
                   "has a title and labels too.")
            .arg(least);
    return {};
}

QString FigureAxis::text(Index i) const {
    if (words == nullptr || i >= static_cast<Index>(words->size()))
        return QString::number(i);
    return drawableText((*words)[static_cast<std::size_t>(i)]);
}

double FigureAxis::widest(int pixels) const {
    double most = textWidth(QString::number(end - 1), pixels);
    if (!named())
        return most;
    const Index count = std::min(end, static_cast<Index>(words->size())) - begin;
    const Index step = std::max<Index>(1, count / 512);
    for (Index i = begin; i < begin + count; i += step)
        most = std::max(most, textWidth(text(i), pixels));
    return most;
}

int FigureLayout::small() const {
    return std::max(legible, scaledBy(em, 0.87));
}

FigureLayout layoutFigure(const Scene& scene, const Head& head, bool notes) {
    const Figure& figure = scene.figure;
    const Region region = mapRegion(figure.place.map, head, scene.view.region);
    FigureLayout layout;
    layout.width = static_cast<int>(figure.width);
    layout.wholeTitle = figureTitle(scene, head);
    layout.rows = labelsOf(rowAxis(figure.place.map), region.rowBegin, region.rowEnd, head);
    layout.cols = labelsOf(columnAxis(figure.place.map), region.colBegin, region.colEnd, head);

    const Index base = figure.height == 0 ? figure.width : std::min(figure.width, figure.height);
    const double wanted = std::max({textPoints * figure.dpi / 72, static_cast<double>(base) / emsMost, comfortable});
    layout.em = static_cast<int>(std::min<Index>(std::lround(wanted), base / emsLeast));
    if (layout.em < legible) {
        withoutCaptions(layout, figure, region.rows(), region.cols());
        return layout;
    }
    const Margins m = margins(layout, scene, notes);
    const int width = layout.width - m.left - m.right;
    const int height = figure.height != 0 ? static_cast<int>(figure.height) - m.height()
                                          : std::min<int>(scaledBy(width, mostTall),
                                                          static_cast<int>(limits::figurePixels) - m.height());
    if (width < 4 * layout.em || height < 4 * layout.em) {
        withoutCaptions(layout, figure, region.rows(), region.cols());
        return layout;
    }
    const QSize size = mapSize(region.rows(), region.cols(), width, height, layout.em);
    const double cellWidth = size.width() / static_cast<double>(region.cols());
    layout.colLabelsTurned = layout.cols.named() && layout.cols.widest(layout.small()) + 0.5 * layout.em > cellWidth;
    const int freed = layout.colLabelsTurned ? 0 : std::max(0, layout.colLabelHeight - layout.small());
    layout.colLabelHeight -= freed;
    const int barHeight = std::max(size.height(), std::min(8 * layout.em, height));
    const int needed = m.top + std::max(size.height() + m.labels - freed, barHeight) + m.foot;
    layout.height = figure.height != 0 ? static_cast<int>(figure.height) : needed;
    const int x = m.left + (width - size.width()) / 2;
    const int y = m.top + std::max(0, (layout.height - needed) / 2);
    layout.map = QRect(QPoint(x, y), size);
    layout.bar = QRect(x + size.width() + layout.em, y, scaledBy(layout.em, 1.1), barHeight);
    layout.notesBaseline = layout.height - layout.em;
    return layout;
}

} // namespace softscope
