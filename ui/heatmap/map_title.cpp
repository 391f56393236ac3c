#include "ui/heatmap/map_title.h"

#include "ui/theme.h"

#include <QFocusEvent>
#include <QFontMetrics>
#include <QPainter>
#include <QStyleOptionToolButton>

#include <algorithm>

namespace softscope {

namespace {

constexpr int space = 8;  // between name and formula
constexpr int arrow = 16; // room for the menu's arrow

QFont nameFont(const QFont& base) {
    QFont font = base;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 1.1);
    font.setBold(true);
    return font;
}

QFont formulaFont(const QFont& base) {
    QFont font = nameFont(base);
    font.setBold(false);
    return font;
}

QFont subtitleFont(const QFont& base) {
    QFont font = base;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.92);
    return font;
}

int buttonHeight(const QFont& base) {
    return QFontMetrics(nameFont(base)).height() + 4;
}

} // namespace

MapTitle::MapTitle(QWidget* parent) : QToolButton(parent) {
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::TabFocus);
}

int MapTitle::heightFor(const QFont& base) {
    return buttonHeight(base) + QFontMetrics(subtitleFont(base)).height() + 2;
}

int MapTitle::lineHeightFor(const QFont& base) {
    return QFontMetrics(subtitleFont(base)).height() + 2;
}

void MapTitle::setOneLine(bool oneLine) {
    m_oneLine = oneLine;
    update();
}

QSize MapTitle::sizeHint() const {
    if (m_oneLine) {
        const QFontMetrics metrics(subtitleFont(font()));
        return {2 * pad + metrics.horizontalAdvance(m_tag + m_heading.formula) + space + arrow, lineHeightFor(font())};
    }
    const int name = QFontMetrics(nameFont(font())).horizontalAdvance(m_heading.name);
    const int formula = QFontMetrics(formulaFont(font())).horizontalAdvance(m_heading.formula);
    return {2 * pad + name + space + formula + arrow, heightFor(font())};
}

void MapTitle::setHeading(const MapHeading& heading) {
    if (heading.name == m_heading.name && heading.formula == m_heading.formula)
        return;
    m_heading = heading;
    setAccessibleName(tr("Map: %1 %2").arg(heading.name, heading.formula));
    update();
}

void MapTitle::setSubtitle(const QString& tag, const QColor& tagColor, const QString& text) {
    if (tag == m_tag && text == m_subtitle && tagColor == m_tagColor)
        return;
    m_tag = tag;
    m_tagColor = tagColor;
    m_subtitle = text;
    setToolTip(QStringLiteral("<span>") + text.toHtmlEscaped() + QStringLiteral("</span>"));
    setAccessibleDescription(tag.isEmpty() ? text : tag + QStringLiteral(", ") + text);
    update();
}

void MapTitle::focusInEvent(QFocusEvent* event) {
    const Qt::FocusReason reason = event->reason();
    m_byKeyboard =
        reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    QToolButton::focusInEvent(event);
}

void MapTitle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_oneLine) {
        paintLine(painter);
        return;
    }
    const int height = buttonHeight(font());
    paintButton(painter, height);
    paintSubtitle(painter, height + 1);
}

void MapTitle::paintButton(QPainter& painter, int height) {
    const QFontMetrics nameMetrics(nameFont(font())), formulaMetrics(formulaFont(font()));
    const int room = width() - 2 * pad - arrow;
    const QString name = nameMetrics.elidedText(m_heading.name, Qt::ElideRight, room);
    const int nameWidth = nameMetrics.horizontalAdvance(name);
    const QString formula =
        formulaMetrics.elidedText(m_heading.formula, Qt::ElideRight, std::max(room - nameWidth - space, 0));
    const int formulaWidth = formula.isEmpty() ? 0 : space + formulaMetrics.horizontalAdvance(formula);
    const int used = nameWidth + formulaWidth;

    const QRect frame(0, 0, std::min(used + 2 * pad + arrow, width()), height);
    paintFrame(painter, frame);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(nameFont(font()));
    painter.drawText(QRect(pad, 0, nameWidth + 1, height), Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setFont(formulaFont(font()));
    painter.drawText(QRect(pad + nameWidth + space, 0, formulaWidth + 1, height), Qt::AlignLeft | Qt::AlignVCenter,
                     formula);
    paintArrow(painter, {pad + used + 2, (height - arrow) / 2 + 1});
    paintFocus(painter, frame);
}

/// The button's shape, while it is pointed at or pressed.
void MapTitle::paintFrame(QPainter& painter, const QRect& place) {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.rect = place;
    const bool lit = option.state.testFlag(QStyle::State_MouseOver) || option.state.testFlag(QStyle::State_Sunken);
    if (lit && isEnabled())
        style()->drawPrimitive(QStyle::PE_PanelButtonTool, &option, &painter, this);
}

void MapTitle::paintArrow(QPainter& painter, const QPoint& topLeft) {
    QStyleOption down;
    down.initFrom(this);
    down.rect = QRect(topLeft, QSize(arrow, arrow));
    down.palette.setColor(QPalette::ButtonText, theme::muted(palette()));
    down.palette.setColor(QPalette::WindowText, theme::muted(palette()));
    style()->drawPrimitive(QStyle::PE_IndicatorArrowDown, &down, &painter, this);
}

void MapTitle::paintFocus(QPainter& painter, const QRect& place) const {
    if (!hasFocus() || !m_byKeyboard)
        return;
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

void MapTitle::paintLine(QPainter& painter) {
    QFont plain = subtitleFont(font()), bold = plain;
    bold.setBold(true);
    const QFontMetrics metrics(plain);
    const int tagWidth = m_tag.isEmpty() ? 0 : QFontMetrics(bold).horizontalAdvance(m_tag);
    const int before = m_tag.isEmpty() ? 0 : tagWidth + space;
    const QString formula =
        metrics.elidedText(m_heading.formula, Qt::ElideRight, std::max(width() - 2 * pad - arrow - before, 0));
    const int used = formula.isEmpty() ? tagWidth : before + metrics.horizontalAdvance(formula);
    const QRect frame(0, 0, std::min(used + 2 * pad + arrow, width()), height());
    paintFrame(painter, frame);
    painter.setFont(bold);
    painter.setPen(m_tagColor);
    painter.drawText(QRect(pad, 0, tagWidth + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, m_tag);
    painter.setFont(plain);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(pad + before, 0, std::max(width() - pad - before, 0), height()),
                     Qt::AlignLeft | Qt::AlignVCenter, formula);
    paintArrow(painter, {pad + used + 2, (height() - arrow) / 2 + 1});
    paintFocus(painter, frame);
}

void MapTitle::paintSubtitle(QPainter& painter, int top) const {
    QFont plain = subtitleFont(font()), bold = plain;
    bold.setBold(true);
    const QFontMetrics metrics(plain);
    int left = pad;
    if (!m_tag.isEmpty()) {
        painter.setFont(bold);
        painter.setPen(m_tagColor);
        const int wide = QFontMetrics(bold).horizontalAdvance(m_tag);
        painter.drawText(QRect(left, top, wide + 1, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, m_tag);
        left += wide + space;
    }
    painter.setFont(plain);
    painter.setPen(theme::muted(palette()));
    const QRect place(left, top, std::max(width() - left, 0), metrics.height());
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(m_subtitle, Qt::ElideRight, place.width()));
}

} // namespace softscope
