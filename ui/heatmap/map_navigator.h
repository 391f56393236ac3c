// Selection, zoom and pan: from gestures on a map to the Scene.
#pragma once

#include "ui/heatmap/map_axes.h"
#include "ui/heatmap/region_math.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace softscope {

class Session;

/// Gestures come in the coordinates of the map that they were made on (`map`: its name); all maps share the outcome.
/// A zoom or a drag is one step to undo, except after an undo: there it is looking only, which must not bar the way
/// forward.
class MapNavigator : public QObject {
    Q_OBJECT

public:
    explicit MapNavigator(Session* session, QObject* parent = nullptr);

    void select(MapName map, const MapCell& cell);
    /// Where a click turns out to be half of a double one that resets the region: what it selected is undone.
    void takeClickBack();
    /// Moves the selected cell, stopping at the edges; the region follows.
    void step(MapName map, Index rows, Index cols);
    /// Fine wheels turn by fractions of a notch: they add up until they make a whole cell.
    void zoom(MapName map, double notches, const ZoomAnchor& anchor);
    void startPan();
    void pan(MapName map, Index rows, Index cols);
    void resetRegion();

private:
    void change(const QString& text, const QString& gesture, const std::optional<Region>& region);
    Region whole() const;
    Region now() const;
    void show(const QString& text, const QString& gesture, const Region& region);
    ZoomAnchor anchorOf(MapName map, const ZoomAnchor& point) const;

    Session* m_session;
    std::optional<Selection> m_beforeClick;
    double m_notches = 0; // not yet used
    ZoomAnchor m_anchor;  // of the last zoom: rows are queries, columns keys
    Region m_zoomed;      // what it came to
    Region m_panStart;
    int m_burst = 0;   // of wheel or key steps, and of drags: each is one step to undo
    QTimer m_burstEnd; // a while after the last step
};

} // namespace softscope
