#include "ui/charts/dk_mark.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace softscope {

void paintDKMark(QPainter& painter, const QWidget& chart, Index dK, const QRectF& plot, double x) {
    painter.setPen(QPen(chart.palette().color(QPalette::WindowText), 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QFontMetrics metrics(painter.font());
    const QString text = QCoreApplication::translate("softscope::DkChart", "dₖ = %1").arg(dK);
    const int width = metrics.horizontalAdvance(text);
    const double left = x + 4 + width > plot.right() ? x - 4 - width : x + 4;
    QColor backing = chart.palette().color(QPalette::Window);
    backing.setAlphaF(0.75F);
    painter.fillRect(QRectF(left - 1, plot.top() + 1, width + 2, metrics.height()), backing);
    painter.drawText(QRectF(left, plot.top() + 1, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop, text);
}

std::vector<AxisTick> powerTicks(int low, int high) {
    const auto raised = [](int power) {
        QString text = QStringLiteral("10");
        for (const QChar c : QString::number(power)) {
            constexpr char16_t digits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
            text += c == QLatin1Char('-') ? QChar(u'⁻') : QChar(digits[c.digitValue()]);
        }
        return text;
    };
    std::vector<AxisTick> ticks;
    const int step = std::max((high - low + 5) / 6, 1);
    for (int power = low; power <= high; power += step)
        ticks.push_back({double(power), power == 0 ? QStringLiteral("1") : raised(power)});
    return ticks;
}

} // namespace softscope
