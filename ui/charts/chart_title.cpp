#include "ui/charts/chart_title.h"

#include "ui/theme.h"

#include <QPainter>
#include <QStyleOptionToolButton>

#include <algorithm>

namespace softscope {

namespace {

constexpr int pad = 6;    // left of the text, for the button's own shape
constexpr int arrow = 16; // room for the menu's arrow

QFont titleFont(const QFont& base) {
    QFont font = base;
    font.setBold(true);
    return font;
}

QFont subtitleFont(const QFont& base) {
    QFont font = base;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(font.pointSizeF() * 0.9, 6.5));
    return font;
}

} // namespace

ChartTitle::ChartTitle(QWidget* parent) : QToolButton(parent) {
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ChartTitle::setHeading(const QString& title, const QString& subtitle) {
    if (title == m_title && subtitle == m_subtitle)
        return;
    m_title = title;
    m_subtitle = subtitle;
    setAccessibleName(tr("Chart: %1").arg(title));
    setAccessibleDescription(subtitle);
    setToolTip(subtitle.isEmpty() ? title : title + u'\n' + subtitle);
    update();
}

int ChartTitle::buttonHeight() const {
    return QFontMetrics(titleFont(font())).height() + 4;
}

QSize ChartTitle::sizeHint() const {
    return {QFontMetrics(titleFont(font())).horizontalAdvance(m_title) + 2 * pad + arrow,
            buttonHeight() + QFontMetrics(subtitleFont(font())).height()};
}

QSize ChartTitle::minimumSizeHint() const {
    return {8 * theme::grid, sizeHint().height()};
}

void ChartTitle::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setFont(titleFont(font()));
    const QString title = painter.fontMetrics().elidedText(m_title, Qt::ElideRight, width() - 2 * pad - arrow);
    const int text = painter.fontMetrics().horizontalAdvance(title), height = buttonHeight();

    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.rect = QRect(0, 0, std::min(text + 2 * pad + arrow, width()), height);
    if (option.state & (QStyle::State_MouseOver | QStyle::State_Sunken))
        style()->drawPrimitive(QStyle::PE_PanelButtonTool, &option, &painter, this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(pad, 0, text + 1, height), Qt::AlignLeft | Qt::AlignVCenter, title);

    QStyleOption down;
    down.initFrom(this);
    down.rect = QRect(pad + text + 2, (height - arrow) / 2 + 1, arrow, arrow);
    down.palette.setColor(QPalette::ButtonText, theme::muted(palette()));
    down.palette.setColor(QPalette::WindowText, theme::muted(palette()));
    style()->drawPrimitive(QStyle::PE_IndicatorArrowDown, &down, &painter, this);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    }

    painter.setFont(subtitleFont(font()));
    painter.setPen(theme::muted(palette()));
    const QRect line(pad, height, width() - pad, painter.fontMetrics().height());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_subtitle, Qt::ElideRight, line.width()));
}

} // namespace softscope
