#include "ui/heatmap/read_out.h"

#include "ui/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace softscope {

namespace {

constexpr int narrow = 1000; // logical pixels: below that numbers have fewer digits
constexpr int valueGap = 6;  // between a caption and its value

int lineHeight(const QFont& font) {
    return QFontMetrics(font).height() + 4;
}

/// Room for the longest number.
int numberWidth(const QFontMetrics& metrics, int digits) {
    return metrics.horizontalAdvance(QStringLiteral("−8.") + QString(digits - 1, u'8') + QStringLiteral("e−88")) + 1;
}

} // namespace

QString ReadOutLine::spoken() const {
    QStringList parts;
    if (!tag.isEmpty())
        parts << tag;
    for (const Field& field : fields)
        parts << field.caption + u' ' + field.value;
    if (!note.isEmpty())
        parts << note;
    return parts.join(QStringLiteral(", "));
}

ReadOut::ReadOut(QWidget* parent) : QWidget(parent) {}

int ReadOut::heightFor(const QFont& base, int lines) {
    return lines * lineHeight(base) + 4;
}

bool ReadOut::isNarrow() const {
    return width() < narrow;
}

int ReadOut::digits() const {
    return isNarrow() ? 3 : 5;
}

void ReadOut::setLines(std::vector<ReadOutLine> lines, int labelRoom) {
    if (lines == m_lines && labelRoom == m_labelRoom)
        return;
    m_lines = std::move(lines);
    m_labelRoom = labelRoom;
    update();
}

void ReadOut::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFontMetrics metrics(font());
    const int fieldGap = isNarrow() ? 10 : 16;
    int tagWidth = 0;
    for (const ReadOutLine& line : m_lines)
        tagWidth = std::max(tagWidth, line.tag.isEmpty() ? 0 : metrics.horizontalAdvance(line.tag) + 1 + fieldGap);
    int top = 2;
    for (const ReadOutLine& line : m_lines) {
        paintLine(painter, line, top, tagWidth, fieldGap);
        top += lineHeight(font());
    }
}

void ReadOut::paintLine(QPainter& painter, const ReadOutLine& line, int top, int tagWidth, int fieldGap) const {
    const QFontMetrics metrics(font());
    const int height = lineHeight(font());
    const QColor text = palette().color(QPalette::WindowText), muted = theme::muted(palette());
    const int number = numberWidth(metrics, digits());
    int left = 0;
    const auto put = [&](const QString& what, const QColor& color, int room, int wide) {
        painter.setPen(color);
        const QString shown = metrics.elidedText(what, Qt::ElideRight, std::max(std::min(room, width() - left), 0));
        painter.drawText(QRect(left, top, room + 1, height), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         shown);
        left += wide;
    };
    if (tagWidth > 0)
        put(line.tag, line.tagColor, tagWidth, tagWidth);
    // Numbers keep their room; the labels share what a narrow window leaves them.
    int fixed = tagWidth, labels = 0;
    for (const ReadOutLine::Field& field : line.fields) {
        fixed += metrics.horizontalAdvance(field.caption) + 1 + valueGap + fieldGap;
        fixed += field.isLabel ? 0 : number;
        labels += field.isLabel ? 1 : 0;
    }
    const int labelRoom = labels == 0 ? 0 : std::clamp(std::min((width() - fixed) / labels, m_labelRoom), 32, 120);
    for (const ReadOutLine::Field& field : line.fields) {
        const int caption = metrics.horizontalAdvance(field.caption) + 1;
        put(field.caption, muted, caption, caption + valueGap);
        const int room = field.isLabel ? labelRoom : number;
        put(field.value, text, room, room + fieldGap);
    }
    put(line.note, muted, std::max(width() - left, 0), 0);
}

} // namespace softscope
