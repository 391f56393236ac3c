// The picture in the Export dialog.
#pragma once

#include <QImage>
#include <QWidget>

namespace softscope {

/// Shows an image whole, smaller than it is where it must be; squares behind it where it is transparent.
class FigurePreview : public QWidget {
    Q_OBJECT

public:
    explicit FigurePreview(QWidget* parent = nullptr);
    void setImage(const QImage& image);
    const QImage& image() const { return m_image; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_image;
    QPixmap m_scaled; ///< for the size that was painted last
};

} // namespace softscope
