#include "ui/heatmap/color_bar.h"

#include "core/render/tick_exponent.h"
#include "ui/heatmap/axis_labels.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int tickGap = 6;   // from the bar to its numbers
constexpr int narrow = 1000; // logical pixels of a board: below that numbers have less room

/// 256 colours from the top (high) to the bottom (low).
QImage gradientOf(Colormap colormap) {
    const auto all = colors(colormap);
    QImage image(1, int(all.size()), QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y)
        image.setPixel(0, y, all[all.size() - 1 - std::size_t(y)]);
    return image;
}

/// The text made narrower where there is less room than it needs: a digit that is cut off would make another number.
void drawFitting(QPainter& painter, const QRectF& place, const QString& text) {
    const double wanted = QFontMetricsF(painter.font()).horizontalAdvance(text);
    painter.save();
    painter.translate(place.left(), place.top());
    if (wanted > place.width())
        painter.scale(place.width() / wanted, 1);
    painter.drawText(QRectF(0, 0, std::max(wanted, place.width()), place.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    painter.restore();
}

} // namespace

ColorBar::ColorBar(QWidget* parent) : QWidget(parent) {}

int ColorBar::widthFor(const QFont& base, int boardWidth) {
    const QFontMetricsF metrics(labelFont(base));
    const double number =
        metrics.horizontalAdvance(boardWidth < narrow ? QStringLiteral("−0.00") : QStringLiteral("−0.000"));
    return barWidth + tickGap + int(std::ceil(std::max(number, metrics.horizontalAdvance(tr("masked")))));
}

void ColorBar::setContent(const Content& content) {
    if (content == m_content && !m_gradient.isNull())
        return;
    if (m_gradient.isNull() || content.scale.colormap != m_content.scale.colormap)
        m_gradient = gradientOf(content.scale.colormap);
    m_content = content;
    update();
}

int ColorBar::tickCount() const {
    return std::clamp(int(m_content.length / (3 * QFontMetricsF(labelFont(font())).height())), 2, 8);
}

QString ColorBar::multiplier() const {
    const int exponent = tickExponent(m_content.scale, tickCount());
    return exponent == 0 ? QString() : u'×' + QString::fromStdString(powerOfTenText(exponent));
}

/// The multiplier stands above the bar, which is that much shorter.
QRectF ColorBar::barRect() const {
    const double above = multiplier().isEmpty() ? 0 : std::ceil(QFontMetricsF(labelFont(font())).height());
    const double room = std::min(above, m_content.length / 2.);
    return {0, HeatmapView::margin + room, barWidth, m_content.length - room};
}

void ColorBar::paintEvent(QPaintEvent*) {
    if (m_gradient.isNull() || m_content.length <= 0)
        return;
    QPainter painter(this);
    painter.setFont(labelFont(font()));
    const QRectF bar = barRect();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(bar, m_gradient);
    paintTicks(painter, bar);
    paintClips(painter, bar);
    paintLegend(painter);
}

void ColorBar::paintTicks(QPainter& painter, const QRectF& bar) const {
    const QFontMetricsF metrics(painter.font());
    const double height = metrics.height();
    double last = bar.bottom() + 2 * height;
    painter.setPen(theme::muted(palette()));
    if (const QString times = multiplier(); !times.isEmpty())
        drawFitting(painter, QRectF(0, bar.top() - HeatmapView::margin - height, width(), height), times);
    for (const Tick& tick : ticks(m_content.scale, tickCount())) {
        const double at = bar.bottom() - m_content.scale.position(tick.value) * bar.height();
        if (last - at < height)
            continue;
        last = at;
        painter.fillRect(QRectF(bar.right(), std::clamp(std::floor(at), bar.top(), bar.bottom() - 1), 3, 1),
                         theme::muted(palette()));
        const double top = std::clamp(at - height / 2, bar.top() - 3, bar.bottom() - height + 3);
        const QRectF place(bar.right() + tickGap, top, width() - bar.right() - tickGap - 1, height);
        drawFitting(painter, place, QString::fromStdString(tick.text));
    }
}

void ColorBar::paintClips(QPainter& painter, const QRectF& bar) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = barWidth / 2.;
    const auto triangle = [&](double base, double tip, QRgb color) {
        QPainterPath path;
        path.moveTo(bar.left(), base);
        path.lineTo(bar.right(), base);
        path.lineTo(bar.left() + half, tip);
        path.closeSubpath();
        painter.fillPath(path, QColor::fromRgb(color));
    };
    const auto all = colors(m_content.scale.colormap);
    if (m_content.clippedHigh)
        triangle(bar.top(), bar.top() - HeatmapView::margin, all.back());
    if (m_content.clippedLow)
        triangle(bar.bottom(), bar.bottom() + HeatmapView::margin, all.front());
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void ColorBar::paintLegend(QPainter& painter) const {
    const double step = QFontMetricsF(painter.font()).height() + 1;
    double top = barRect().bottom() + 8;
    const auto entry = [&](const QBrush& fill, const QString& text) {
        const QRectF swatch(0, top + (step - barWidth) / 2, barWidth, barWidth);
        painter.fillRect(swatch, palette().color(QPalette::Base));
        painter.fillRect(swatch, fill);
        painter.setPen(theme::muted(palette()));
        painter.drawText(QRectF(barWidth + tickGap, top, width() - barWidth - tickGap, step),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        top += step;
    };
    const QColor grey = QColor::fromRgba(qUnpremultiply(minusInfinityColor));
    if (m_content.legend.masked)
        entry(grey, tr("masked"));
    if (m_content.legend.minusInfinity)
        entry(grey, QStringLiteral("−∞"));
    if (m_content.legend.plusInfinity)
        entry(QColor::fromRgba(plusInfinityColor), QStringLiteral("∞"));
    if (m_content.legend.nan)
        entry(QBrush(theme::muted(palette()), Qt::BDiagPattern), QStringLiteral("NaN"));
}

void ColorBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace softscope
