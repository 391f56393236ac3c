// What all charts share: a Qt Charts view with axes, legend, mark and read-out of its own drawing.
#pragma once

#include "ui/charts/axis_range.h"

#include <QChartView>

#include <optional>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace softscope {

/// Qt Charts draws the series. The texts are drawn here: Qt Charts shortens labels ("10…"), moves the plot when a label
/// gets longer, and knows no true minus sign.
class PlotView : public QChartView {
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);

    QRectF plotArea() const { return m_plot; }
    QSize sizeHint() const override { return {320, 160}; }
    QSize minimumSizeHint() const override { return {160, 90}; }

protected:
    enum class Sample { area, line, dashes };
    struct LegendEntry {
        QString text;
        Sample sample = Sample::line;
        QColor color;
    };
    struct ReadOut {
        double x = 0; ///< where the hair line stands
        QStringList lines;
    };

    /// Call when the numbers change; all are cheap where nothing differs.
    void setXAxis(double low, double high, std::vector<AxisTick> ticks);
    void setYAxis(const AxisRange& range);
    void setYAxis(double low, double high, std::vector<AxisTick> ticks);
    void setAxisNames(const QString& x, const QString& y);
    void setLegend(std::vector<LegendEntry> entries);
    /// Small text in an upper corner of the plot, a line each.
    void setNote(const QStringList& lines, Qt::AlignmentFlag side = Qt::AlignLeft);
    /// In the middle of an empty plot.
    void setEmptyText(const QString& text);

    QLineSeries* addLine();
    /// The area between a line and 0. It owns its line, which upperSeries() gives.
    QAreaSeries* addArea();

    /// The area between two lines, which it owns: upperSeries() and lowerSeries().
    QAreaSeries* addBand();

    double xAt(double pixel) const;
    double yAt(double pixel) const;
    QPointF pixelAt(double x, double y) const;

    /// What to say of a place on the x axis; empty: nothing.
    virtual std::optional<ReadOut> readOut(double x) const;
    /// Over the series: marks and dots.
    virtual void paintOver(QPainter& painter);
    /// Sets the colours of the series and the legend from palette(). Not pure: a palette may arrive in a constructor.
    virtual void applyColors() {}
    /// Pixels that the plot leaves free at its right, for what is painted there.
    virtual int reservedRight() const { return 0; }

    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

    QFont smallFont() const;

private:
    void placePlot();
    /// Grid, labels and legend are kept as a picture; call where one of them changed.
    void repaintBackground();
    void paintGrid(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintNote(QPainter& painter) const;
    void paintReadOut(QPainter& painter) const;
    int legendWidth(const QFontMetrics& metrics, std::size_t entries, int gap) const;

    QValueAxis* m_xAxis;
    QValueAxis* m_yAxis;
    std::vector<AxisTick> m_xTicks, m_yTicks;
    QString m_xName, m_yName, m_emptyText;
    std::vector<LegendEntry> m_legend;
    QStringList m_note;
    Qt::AlignmentFlag m_noteSide = Qt::AlignLeft;
    QRectF m_plot;
    std::optional<double> m_hoverX; ///< in pixels
};

} // namespace softscope
