#include "ui/heatmap/read_out.h"

#include "ui/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>

namespace softscope {

namespace {

constexpr int narrow = 1000;          // logical pixels: below that numbers have fewer digits
constexpr int folded = 800;           // below that a line takes two rows
constexpr std::size_t inFirstRow = 4; // fields: query, key, score, scaled; then weight, Jacobian, entropy
constexpr int valueGap = 6;           // between a caption and its value

int lineHeight(const QFont& font) {
    return QFontMetrics(font).height() + 4;
}

int digitsAt(int width) {
    return width < narrow ? 3 : 5;
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

int ReadOut::heightFor(const QFont& base, int width, int lines) {
    return (lines + (width < folded ? 1 : 0)) * lineHeight(base) + 4;
}

int ReadOut::digits() const {
    return digitsAt(width());
}

void ReadOut::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (digitsAt(event->oldSize().width()) != digits())
        emit digitsChanged();
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
    const int fieldGap = width() < narrow ? 10 : 16;
    int tagWidth = 0;
    for (const ReadOutLine& line : m_lines)
        tagWidth = std::max(tagWidth, line.tag.isEmpty() ? 0 : metrics.horizontalAdvance(line.tag) + 1 + fieldGap);
    int top = 2;
    const bool sharesRow = isFolded() && m_lines.size() > 1;
    if (sharesRow) {
        paintShared({painter, tagWidth, top, fieldGap});
        top += lineHeight(font());
    }
    for (const ReadOutLine& line : m_lines) {
        std::vector<ReadOutLine::Field> fields = line.fields;
        if (sharesRow)
            std::erase_if(fields, [](const ReadOutLine::Field& field) { return field.shared; });
        const std::span<const ReadOutLine::Field> all(fields);
        const std::size_t split = isFolded() && !sharesRow ? std::min(inFirstRow, all.size()) : all.size();
        Row row{painter, 0, top, fieldGap};
        put(row, line.tag, line.tagColor, tagWidth, 0);
        row.left = tagWidth;
        paintFields(row, all.first(split));
        if (split < all.size()) {
            row.left = tagWidth;
            row.top = top += lineHeight(font());
            paintFields(row, all.subspan(split));
        }
        put(row, line.note, theme::muted(palette()), width() - row.left, 0);
        top += lineHeight(font());
    }
}

bool ReadOut::isFolded() const {
    return width() < folded;
}

void ReadOut::paintShared(Row row) const {
    std::vector<ReadOutLine::Field> fields = m_lines.front().fields;
    std::erase_if(fields, [](const ReadOutLine::Field& field) { return !field.shared; });
    paintFields(row, fields);
}

void ReadOut::put(Row& row, const QString& text, const QColor& color, int room, int advance) const {
    const QFontMetrics metrics(font());
    const int space = std::max(std::min(room, width() - row.left), 0);
    row.painter.setPen(color);
    row.painter.drawText(QRect(row.left, row.top, room + 1, lineHeight(font())),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(text, Qt::ElideRight, space));
    row.left += advance;
}

/// Numbers keep their room; the labels share what a narrow window leaves them.
void ReadOut::paintFields(Row& row, std::span<const ReadOutLine::Field> fields) const {
    const QFontMetrics metrics(font());
    const int number = numberWidth(metrics, digits());
    int fixed = row.left, labels = 0;
    for (const ReadOutLine::Field& field : fields) {
        fixed += metrics.horizontalAdvance(field.caption) + 1 + valueGap + row.fieldGap;
        fixed += field.isLabel ? 0 : number;
        labels += field.isLabel ? 1 : 0;
    }
    const int labelRoom = labels == 0 ? 0 : std::clamp(std::min((width() - fixed) / labels, m_labelRoom), 32, 120);
    for (const ReadOutLine::Field& field : fields) {
        const int caption = metrics.horizontalAdvance(field.caption) + 1;
        put(row, field.caption, theme::muted(palette()), caption, caption + valueGap);
        const int room = field.isLabel ? labelRoom : number;
        put(row, field.value, palette().color(QPalette::WindowText), room, room + row.fieldGap);
    }
}

} // namespace softscope
