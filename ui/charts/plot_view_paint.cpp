#include "ui/charts/plot_view.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>

namespace softscope {

namespace {

constexpr int narrowGap = 5;    ///< between legend entries where there is little room
constexpr int sampleWidth = 14; ///< of a legend entry, before its text
constexpr int entryGap = 12;    ///< between two of them

/// Every how many ticks a label fits, `sizes` being theirs along the axis and `places` their middles.
std::size_t labelStride(const std::vector<double>& places, const std::vector<double>& sizes, double gap) {
    for (std::size_t stride = 1; stride < places.size(); ++stride) {
        bool fits = true;
        for (std::size_t i = stride; i < places.size() && fits; i += stride) {
            const double between = std::abs(places[i] - places[i - stride]);
            fits = between >= (sizes[i] + sizes[i - stride]) / 2 + gap;
        }
        if (fits)
            return stride;
    }
    return std::max<std::size_t>(places.size(), 1);
}

QColor withAlpha(QColor color, double alpha) {
    color.setAlphaF(float(alpha));
    return color;
}

} // namespace

void PlotView::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, palette().color(QPalette::Window));
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintGrid(*painter);
    painter->setFont(smallFont());
    paintTicks(*painter);
    paintLegend(*painter);
    painter->setRenderHint(QPainter::Antialiasing, true);
}

void PlotView::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
    painter->setFont(smallFont());
    if (m_emptyText.isEmpty())
        paintOver(*painter);
    paintNote(*painter);
    if (m_hoverX)
        paintReadOut(*painter);
}

void PlotView::paintGrid(QPainter& painter) const {
    // Filled boxes: a raster engine draws lines many times slower.
    const auto across = [&](double y, const QColor& color) {
        painter.fillRect(QRectF(m_plot.left(), std::round(y), m_plot.width(), 1), color);
    };
    const QColor hairline = theme::hairline(palette());
    for (const AxisTick& tick : m_xTicks)
        painter.fillRect(QRectF(std::round(pixelAt(tick.at, 0).x()), m_plot.top(), 1, m_plot.height()), hairline);
    for (const AxisTick& tick : m_yTicks)
        across(pixelAt(0, tick.at).y(), hairline);
    across(m_plot.bottom(), withAlpha(theme::muted(palette()), 0.7));
}

void PlotView::paintTicks(QPainter& painter) const {
    const QFontMetrics metrics(painter.font());
    const int line = metrics.height();
    painter.setPen(theme::muted(palette()));
    std::vector<double> places, sizes;
    for (const AxisTick& tick : m_xTicks) {
        places.push_back(pixelAt(tick.at, 0).x());
        sizes.push_back(metrics.horizontalAdvance(tick.text));
    }
    std::size_t stride = labelStride(places, sizes, 4);
    for (std::size_t i = 0; i < places.size(); i += stride) {
        const QRectF place(places[i] - sizes[i], m_plot.bottom() + 3, 2 * sizes[i], line);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop, m_xTicks[i].text);
    }
    places.clear();
    for (const AxisTick& tick : m_yTicks)
        places.push_back(pixelAt(0, tick.at).y());
    stride = labelStride(places, std::vector<double>(places.size(), line), 0);
    for (std::size_t i = 0; i < places.size(); i += stride) {
        const QRectF place(0, places[i] - line / 2.0, m_plot.left() - 5, line);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, m_yTicks[i].text);
    }
    if (!m_yName.isEmpty() && metrics.horizontalAdvance(m_yName) <= m_plot.height() + line) {
        painter.save();
        painter.translate(0, m_plot.center().y());
        painter.rotate(-90);
        painter.drawText(QRectF(-m_plot.height(), 0, 2 * m_plot.height(), line), Qt::AlignHCenter | Qt::AlignTop,
                         m_yName);
        painter.restore();
    }
}

int PlotView::legendWidth(const QFontMetrics& metrics, std::size_t entries, int gap) const {
    int width = 0;
    for (std::size_t i = 0; i < entries; ++i)
        width += sampleWidth + 4 + metrics.horizontalAdvance(m_legend[i].text) + (i == 0 ? 0 : gap);
    return width;
}

/// The row under the labels: the name of the axis at the left, the legend at the right.
void PlotView::paintLegend(QPainter& painter) const {
    const QFontMetrics metrics(painter.font());
    const int line = metrics.height();
    const double top = m_plot.bottom() + 3 + line + 3;
    // A narrow chart moves its entries together, and leaves out whole ones at the end rather than cut a word.
    const int room = viewport()->width() - 2;
    std::size_t entries = m_legend.size();
    const int gap = legendWidth(metrics, entries, entryGap) <= room ? entryGap : narrowGap;
    while (entries > 1 && legendWidth(metrics, entries, gap) > room)
        --entries;
    const int width = legendWidth(metrics, entries, gap);
    double x = std::max(double(viewport()->width() - width - 2), 0.0);
    const int nameWidth = metrics.horizontalAdvance(m_xName);
    if (m_plot.left() + nameWidth + entryGap <= x || m_legend.empty()) {
        painter.setPen(theme::muted(palette()));
        painter.drawText(QRectF(m_plot.left(), top, nameWidth + 1, line), Qt::AlignLeft | Qt::AlignTop, m_xName);
    }
    for (const LegendEntry& entry : std::span(m_legend).first(entries)) {
        const double middle = std::round(top + line / 2.0);
        if (entry.sample == Sample::area) {
            const QRectF box(x + 2, middle - 4, 9, 9);
            painter.fillRect(box, withAlpha(entry.color, 0.45));
            painter.setPen(QPen(entry.color, 0));
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        } else {
            QPen pen(entry.color, 2);
            if (entry.sample == Sample::dashes)
                pen.setDashPattern({2, 1.5});
            painter.setPen(pen);
            painter.drawLine(QPointF(x, middle), QPointF(x + sampleWidth, middle));
        }
        painter.setPen(palette().color(QPalette::WindowText));
        const int text = metrics.horizontalAdvance(entry.text);
        painter.drawText(QRectF(x + sampleWidth + 4, top, text + 1, line), Qt::AlignLeft | Qt::AlignTop, entry.text);
        x += sampleWidth + 4 + text + gap;
    }
}

void PlotView::paintNote(QPainter& painter) const {
    const QFontMetrics metrics(painter.font());
    painter.setPen(theme::muted(palette()));
    if (!m_emptyText.isEmpty()) {
        painter.drawText(m_plot, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    double top = m_plot.top() + 1;
    for (const QString& text : m_note) {
        const QRectF place(m_plot.left() + 5, top, m_plot.width() - 10, metrics.height());
        painter.drawText(place, m_noteSide | Qt::AlignTop, text);
        top += metrics.height();
    }
}

void PlotView::paintReadOut(QPainter& painter) const {
    if (*m_hoverX < m_plot.left() || *m_hoverX > m_plot.right())
        return;
    const std::optional<ReadOut> said = readOut(xAt(*m_hoverX));
    if (!said || said->lines.isEmpty())
        return;
    const double x = pixelAt(said->x, 0).x();
    painter.setPen(QPen(theme::muted(palette()), 1));
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    const QFontMetrics metrics(painter.font());
    int width = 0;
    for (const QString& text : said->lines)
        width = std::max(width, metrics.horizontalAdvance(text));
    constexpr int pad = 4;
    QRectF box(x + 8, m_plot.top() + 2, width + 2 * pad, metrics.height() * said->lines.size() + pad);
    if (box.right() > viewport()->width())
        box.moveRight(std::max(x - 8, box.width()));
    painter.setPen(QPen(theme::hairline(palette()), 1));
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(palette().color(QPalette::ToolTipText));
    double top = box.top() + pad / 2.0;
    for (const QString& text : said->lines) {
        painter.drawText(QRectF(box.left() + pad, top, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                         text);
        top += metrics.height();
    }
}

} // namespace softscope
