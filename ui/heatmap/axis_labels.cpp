#include "ui/heatmap/axis_labels.h"

#include "ui/heatmap/device_pixels.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr double leastCell = 8; // logical pixels: below that labels thin out instead of getting smaller
constexpr int leastText = 8;    // pixels of an em

} // namespace

QString displayLabel(const std::string& label) {
    if (label.empty())
        return QStringLiteral("“”");
    // Long ones are elided in any case: cut before the costly part, not inside a surrogate pair.
    QString text = QString::fromUtf8(label.data(), qsizetype(std::min<std::size_t>(label.size(), 400)));
    for (QChar& c : text) {
        if (c.isSpace() || c.category() == QChar::Other_Control)
            c = u' ';
    }
    if (text.trimmed().isEmpty())
        return QStringLiteral("␣");
    // A lone mark is a speck that looks like a missing label.
    static const QString specks = QStringLiteral(".,:;'`\"’‘·-–_^~…");
    if (std::all_of(text.begin(), text.end(), [](QChar c) { return specks.contains(c); }))
        return QStringLiteral("“%1”").arg(text);
    return text;
}

QString AxisText::labelAt(Index token) const {
    if (labels != nullptr && token >= 0 && std::size_t(token) < labels->size())
        return displayLabel((*labels)[std::size_t(token)]);
    return QString::number(token);
}

QFont labelFont(const QFont& base) {
    QFont font = base;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(font.pointSizeF() * 0.84, 6.5));
    else
        font.setPixelSize(std::max(font.pixelSize() * 84 / 100, 9));
    return font;
}

bool AxisText::reads(const AxisText& other) const {
    const bool same =
        labels == other.labels || (labels != nullptr && other.labels != nullptr && *labels == *other.labels);
    return same && name == other.name && widest == other.widest;
}

int LabelMeasure::widest(const AxisText& text, Index tokens, const QFont& font) {
    static const std::vector<std::string> none;
    const std::vector<std::string>& labels = text.labels == nullptr ? none : *text.labels;
    if (tokens == m_tokens && font == m_font && labels == m_labels)
        return m_widest;
    const QFontMetricsF metrics(font);
    double widest = metrics.horizontalAdvance(QString::number(std::max<Index>(tokens - 1, 0)));
    const std::size_t measured = std::min({labels.size(), std::size_t(std::max<Index>(tokens, 0)), std::size_t(1024)});
    for (std::size_t i = 0; i < measured; ++i)
        widest = std::max(widest, metrics.horizontalAdvance(text.labelAt(Index(i))));
    m_labels = labels;
    m_tokens = tokens;
    m_font = font;
    m_widest = int(std::ceil(widest));
    return m_widest;
}

AxisLabels::AxisLabels(Side side, QWidget* parent) : QWidget(parent), m_side(side) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

int AxisLabels::nameExtent(const QFont& base) {
    return int(std::ceil(QFontMetricsF(labelFont(base)).height()));
}

void AxisLabels::setContent(const AxisText& text, const LabelAxis& axis, qreal ratio) {
    const bool same = m_text.reads(text) && axis == m_axis && ratio == m_ratio;
    m_text = text;
    m_axis = axis;
    m_ratio = ratio;
    if (!same)
        update();
}

void AxisLabels::setSelected(Index token) {
    if (token == m_selected)
        return;
    m_selected = token;
    update();
}

QFont AxisLabels::textFont() const {
    QFont font = labelFont(this->font());
    const double cell = m_axis.layout.cellSize() / m_ratio;
    const double ascent = QFontMetricsF(font).ascent();
    if (!m_text.numbered() && cell < ascent && cell >= leastCell)
        font.setPixelSize(std::max(int(std::floor(QFontInfo(font).pixelSize() * cell / ascent)), leastText));
    return font;
}

bool AxisLabels::upright() const {
    return m_side == Side::left || m_text.numbered() || m_text.widest + 6 <= m_axis.layout.cellSize() / m_ratio;
}

std::vector<Index> AxisLabels::visible() const {
    const QFontMetricsF metrics(textFont());
    // Across the text lines may touch; along it numbers need a gap.
    double extent = metrics.ascent() - 0.5;
    if (m_side == Side::below && upright())
        extent = 6 + (m_text.numbered() ? metrics.horizontalAdvance(QString::number(std::max<Index>(m_axis.end - 1, 0)))
                                        : m_text.widest);
    return visibleLabels(m_axis, extent * m_ratio, m_selected, m_text.numbered());
}

void AxisLabels::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(labelFont(font()));
    paintName(painter);
    painter.setFont(textFont());
    const QPointF offset = deviceOffset(*this, m_ratio) / m_ratio;
    const double origin = HeatmapView::margin + (m_side == Side::left ? offset.y() : offset.x());
    for (const Index token : visible()) {
        painter.setPen(token == m_selected ? theme::scaled(palette()) : theme::muted(palette()));
        paintLabel(painter, token, origin + m_axis.centerOf(token) / m_ratio);
    }
}

void AxisLabels::paintLabel(QPainter& painter, Index token, double center) const {
    const QFontMetricsF metrics(painter.font());
    const QString text = m_text.labelAt(token);
    const double height = metrics.height(), name = nameExtent(font());
    if (m_side == Side::left) {
        const double top = std::clamp(center - height / 2, 0., std::max(double(this->height()) - height, 0.));
        const QRectF place(name, top, width() - name - 2, height);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(text, Qt::ElideRight, place.width()));
        return;
    }
    if (upright()) {
        const double wide = metrics.horizontalAdvance(text) + 2;
        const double left = std::clamp(center - wide / 2, 0., std::max(double(width()) - wide, 0.));
        painter.drawText(QRectF(left, 1, wide, height), Qt::AlignCenter | Qt::TextSingleLine, text);
        return;
    }
    painter.save();
    painter.translate(center, 2);
    painter.rotate(90);
    const QRectF place(0, -height / 2, this->height() - name - 4, height);
    // Left even where the text runs from right to left: at the map.
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, place.width()));
    painter.restore();
}

void AxisLabels::paintName(QPainter& painter) const {
    const double extent = nameExtent(font());
    const double size = double(m_axis.layout.pixels()) / m_ratio;
    painter.save();
    painter.setPen(palette().color(QPalette::WindowText));
    if (m_side == Side::left) {
        painter.translate(extent / 2, HeatmapView::margin + size / 2);
        painter.rotate(-90);
        painter.drawText(QRectF(-500, -extent / 2, 1000, extent), Qt::AlignCenter, m_text.name);
    } else {
        painter.drawText(QRectF(HeatmapView::margin, height() - extent, size, extent),
                         Qt::AlignCenter | Qt::TextDontClip, m_text.name);
    }
    painter.restore();
}

} // namespace softscope
