#include "core/render/tick_exponent.h"
#include "ui/export/figure_drawing.h"
#include "ui/export/figure_font.h"

#include <algorithm>

namespace softscope {

namespace {

Grid barGrid(const QRect& bar, const ColorScale& scale) {
    Grid grid;
    const int steps = std::min(256, bar.height());
    grid.xEdges = {bar.left(), bar.left() + bar.width()};
    grid.yEdges.push_back(bar.top());
    for (int i = 0; i < steps; ++i) {
        grid.yEdges.push_back(bar.top() + static_cast<int>(static_cast<long>(i + 1) * bar.height() / steps));
        // The high end is on top; the middle of each step stands for it.
        const double position = 1 - (i + 0.5) / steps;
        grid.colors.push_back(colors(scale.colormap)[static_cast<std::size_t>(std::min(255.0, position * 256))]);
    }
    return grid;
}

/// A small triangle off an end: numbers lie beyond it.
QPolygonF arrow(const QRect& bar, bool up, double height) {
    const double base = up ? bar.top() - 1 : bar.top() + bar.height() + 1;
    return QPolygonF({QPointF(bar.left(), base), QPointF(bar.left() + bar.width(), base),
                      QPointF(bar.left() + bar.width() / 2.0, up ? base - height : base + height)});
}

} // namespace

void drawColorBar(Drawing& drawing, const FigureLayout& layout, const Picture& picture, const QString& name) {
    const ColorScale& scale = picture.scale;
    const double head = 0.7 * layout.em;
    const int pixels = layout.small();
    const int count = std::clamp(layout.bar.height() / (4 * layout.em), 2, 6);
    const std::vector<Tick> numbers = ticks(scale, count);
    const int exponent = tickExponent(scale, count);
    QRect bar = layout.bar;
    if (exponent != 0) {
        DrawnText times;
        times.text = QStringLiteral("×") + QString::fromStdString(powerOfTenText(exponent));
        times.at = {static_cast<double>(bar.left()), bar.top() + 0.75 * pixels};
        times.pixels = pixels;
        times.color = ink::text;
        drawing.texts.push_back(times);
        bar.setTop(bar.top() + static_cast<int>(1.25 * pixels));
    }
    if (picture.clippedHigh)
        bar.setTop(bar.top() + static_cast<int>(head) + 1);
    if (picture.clippedLow)
        bar.setHeight(bar.height() - static_cast<int>(head) - 1);
    drawing.grids.push_back(barGrid(bar, scale));
    const auto end = [&scale](std::size_t i) { return QColor::fromRgb(colors(scale.colormap)[i]); };
    if (picture.clippedHigh)
        drawing.shapes.push_back({arrow(bar, true, head), end(255)});
    if (picture.clippedLow)
        drawing.shapes.push_back({arrow(bar, false, head), end(0)});

    const double right = bar.left() + bar.width();
    DrawnLines marks{{}, ink::rule, std::max(1.0, layout.em / 12.0)};
    double widest = 0;
    // Smaller rather than cut off: a missing digit makes another number.
    for (const Tick& tick : numbers)
        widest = std::max(widest, textWidth(QString::fromStdString(tick.text), pixels));
    const double room = layout.width - right - 1.95 * layout.em - 0.5 * pixels;
    const int tickPixels = widest <= room ? pixels : std::max(1, static_cast<int>(pixels * room / widest));
    widest = std::min(widest, room);
    for (const Tick& tick : numbers) {
        const double y = bar.top() + (1 - scale.position(tick.value)) * bar.height();
        marks.lines.emplace_back(right, y, right + 0.3 * layout.em, y);
        DrawnText text;
        text.text = QString::fromStdString(tick.text);
        text.at = {right + 0.55 * layout.em, y + 0.36 * tickPixels};
        text.pixels = tickPixels;
        text.color = ink::text;
        drawing.texts.push_back(text);
    }
    drawing.lines.push_back(marks);

    DrawnText title;
    title.pixels = pixels;
    title.text = elided(name, layout.bar.height() + 2.0 * layout.em, pixels);
    title.whole = title.text == name ? QString() : name;
    title.color = ink::muted;
    title.rotation = -90;
    title.anchor = TextAnchor::middle;
    title.at = {right + widest + 1.9 * layout.em, layout.bar.top() + layout.bar.height() / 2.0};
    drawing.texts.push_back(title);
}

} // namespace softscope
