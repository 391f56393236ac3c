// The maps: three side by side, with compare two rows of three, and the line that reads a cell out.
#pragma once

#include "ui/heatmap/axis_labels.h"
#include "ui/heatmap/board_geometry.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/map_axes.h"
#include "ui/heatmap/read_out.h"
#include "ui/shown.h"

#include <QWidget>

#include <vector>

namespace softscope {

class HeatmapView;
class MapMenu;
class MapNavigator;
class MapTitle;
class Session;

/// Follows the Session: what it shows, its selection and region. Gestures go back to the Session. Everything one view
/// has to know of another (the crosshair, the size of a cell) passes through here.
class HeatmapBoard : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapBoard(Session* session, QWidget* parent = nullptr);
    ~HeatmapBoard() override;

    /// The views on screen now: three, six with compare, none before the first result.
    std::vector<HeatmapView*> views() const;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;
    /// The height that square maps can use at a width: more leaves room empty.
    int heightFor(int width, bool compare) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// One map with all that stands round it.
    struct Place {
        MapTitle* title = nullptr;
        AxisLabels* rowLabels = nullptr;
        HeatmapView* view = nullptr;
        AxisLabels* columnLabels = nullptr;
        ColorBar* bar = nullptr;
    };

    void addPlace(std::size_t index);
    void connectView(std::size_t index);
    void takeShown();
    void layOut();
    void layOutPlace(std::size_t index, const BoardPlace& place);
    ColorBar::Legend legendOf(std::size_t index) const;
    void giveBudget(const BoardGeometry& geometry);
    BoardMetrics metricsAt(const QSize& size, bool compare) const;
    BoardMetrics metrics();
    AxisText axisText(Axis axis);
    std::vector<BoardShape> shapes() const;
    bool hasRowLabels(std::size_t index) const;
    void showTitles();
    void showSelection();
    void setHover(std::size_t index, const MapCell& cell);
    void showReadOut();
    ReadOutLine lineFor(bool upper, const TokenCell& tokens) const;
    void addHovered(ReadOutLine& line, bool upper) const;
    void step(std::size_t index, Index rows, Index cols);

    Session* m_session;
    MapNavigator* m_navigator;
    std::vector<MapMenu*> m_menus;
    std::vector<Place> m_places;
    ReadOut* m_readOut;
    LabelMeasure m_queryMeasure, m_keyMeasure;
    ShownPointer m_shown;
    int m_labelRoom = 0; ///< of the widest label with its number, in the read-out
    std::size_t m_hoverPlace = 0;
    MapCell m_hoverCell; ///< of the map under the pointer or the keys' dimension; −1: none
    bool m_hoverByKeys = false;
};

} // namespace softscope
