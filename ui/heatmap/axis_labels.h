// The labels of one axis beside a map, with the axis' name.
#pragma once

#include "core/head/head.h"
#include "ui/heatmap/label_thinning.h"

#include <QFont>
#include <QWidget>

namespace softscope {

/// What stands beside an axis.
struct AxisText {
    HeadPointer head;                                 ///< keeps `labels` alive
    const std::vector<std::string>* labels = nullptr; ///< null: numbers
    QString name;                                     ///< "query"
    int widest = 0;                                   ///< of the labels, in logical pixels: widestLabel()
    QString labelAt(Index token) const;
    bool numbered() const { return labels == nullptr || labels->empty(); }
    /// The same words, wherever they are kept.
    bool reads(const AxisText& other) const;
};

/// A label as it is drawn: one line, an empty one and one of spaces made visible.
QString displayLabel(const std::string& label);

/// Measures the widest of the labels (of at most 1024 of them, and of the last number), in logical pixels, and
/// remembers it: shaping text costs more than painting a map.
class LabelMeasure {
public:
    int widest(const AxisText& text, Index tokens, const QFont& font);

private:
    std::vector<std::string> m_labels;
    Index m_tokens = -1;
    QFont m_font;
    int m_widest = 0;
};

/// The font of labels and ticks: smaller than the window's own.
QFont labelFont(const QFont& base);

/// Labels of rows stand at the left of a map, right-aligned, those of columns below it, turned by 90° (numbers, and
/// words that fit their cells, stay upright). Pixels of the layout begin HeatmapView::margin inside this widget, as
/// they do in the map beside it.
class AxisLabels : public QWidget {
    Q_OBJECT

public:
    enum class Side { left, below };

    explicit AxisLabels(Side side, QWidget* parent = nullptr);

    void setContent(const AxisText& text, const LabelAxis& axis, qreal ratio);
    void setSelected(Index token);
    /// The tokens whose labels are painted now.
    std::vector<Index> visible() const;
    /// Logical pixels that the axis' name takes across the axis.
    static int nameExtent(const QFont& base);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Words get a little smaller where that keeps one at every cell.
    QFont textFont() const;
    bool upright() const;
    void paintLabel(QPainter& painter, Index token, double center) const;
    void paintName(QPainter& painter) const;

    Side m_side;
    AxisText m_text;
    LabelAxis m_axis;
    qreal m_ratio = 1;
    Index m_selected = -1;
};

} // namespace softscope
