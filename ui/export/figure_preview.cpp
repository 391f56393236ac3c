#include "ui/export/figure_preview.h"

#include "ui/theme.h"

#include <QPainter>

namespace softscope {

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent) {
    setMinimumSize(30 * theme::grid, 30 * theme::grid);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Preview of the figure"));
}

void FigurePreview::setImage(const QImage& image) {
    m_image = image;
    m_scaled = QPixmap();
    update();
}

QSize FigurePreview::sizeHint() const {
    return {64 * theme::grid, 58 * theme::grid};
}

void FigurePreview::paintEvent(QPaintEvent*) {
    if (m_image.isNull())
        return;
    const QSize room = size() * devicePixelRatioF();
    const QSize fit = m_image.size().scaled(room, Qt::KeepAspectRatio).boundedTo(m_image.size());
    if (m_scaled.size() != fit) {
        m_scaled = QPixmap::fromImage(m_image.scaled(fit, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
        m_scaled.setDevicePixelRatio(devicePixelRatioF());
    }
    const QSizeF shown = m_scaled.deviceIndependentSize();
    const QRectF target(QPointF((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown);
    QPainter painter(this);
    if (m_image.hasAlphaChannel())
        painter.fillRect(target, QBrush(theme::hairline(palette()), Qt::Dense6Pattern));
    painter.drawPixmap(target.topLeft(), m_scaled);
}

} // namespace softscope
