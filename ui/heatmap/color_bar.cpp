#include "ui/heatmap/color_bar.h"

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

constexpr int tickGap = 6; // from the bar to its numbers

/// 256 colours from the top (high) to the bottom (low).
QImage gradientOf(Colormap colormap) {
    const auto all = colors(colormap);
    QImage image(1, int(all.size()), QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y)
        image.setPixel(0, y, all[all.size() - 1 - std::size_t(y)]);
    return image;
}

} // namespace

ColorBar::ColorBar(QWidget* parent) : QWidget(parent) {}

int ColorBar::widthFor(const QFont& base) {
    const QFontMetricsF metrics(labelFont(base));
    return barWidth + tickGap + int(std::ceil(metrics.horizontalAdvance(QStringLiteral("−0.0000"))));
}

void ColorBar::setContent(const Content& content) {
    if (content == m_content && !m_gradient.isNull())
        return;
    if (m_gradient.isNull() || content.scale.colormap != m_content.scale.colormap)
        m_gradient = gradientOf(content.scale.colormap);
    m_content = content;
    update();
}

QRectF ColorBar::barRect() const {
    return {0, HeatmapView::margin, barWidth, double(m_content.length)};
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
    const int count = std::clamp(int(bar.height() / (3 * height)), 2, 8);
    double last = bar.bottom() + 2 * height;
    for (const Tick& tick : ticks(m_content.scale, count)) {
        const double at = bar.bottom() - m_content.scale.position(tick.value) * bar.height();
        if (last - at < height)
            continue;
        last = at;
        painter.fillRect(QRectF(bar.right(), std::clamp(std::floor(at), bar.top(), bar.bottom() - 1), 3, 1),
                         theme::muted(palette()));
        painter.setPen(theme::muted(palette()));
        const double top = std::clamp(at - height / 2, bar.top() - 3, bar.bottom() - height + 3);
        const QRectF place(bar.right() + tickGap, top, width() - bar.right() - tickGap, height);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, QString::fromStdString(tick.text));
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
