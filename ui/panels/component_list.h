// The components of one vector: a slider and a number each, any number of them, painted only where seen.
#pragma once

#include "core/base/matrix.h"
#include "ui/panels/step_pause.h"
#include "ui/panels/value_scale.h"

#include <QListView>

#include <optional>
#include <vector>

namespace softscope {

class ComponentModel;

/// Mouse: drag a slider, click a number to type, double-click a slider to reset. Keys: up and down choose, left and
/// right change, Enter or a digit types, Delete resets.
class ComponentList : public QListView {
    Q_OBJECT

public:
    explicit ComponentList(QWidget* parent = nullptr);

    /// Emits nothing. `edited`: which components stand otherwise than the source made them. `another`: not the vector
    /// that was shown before, so that the sliders may get another range.
    void setComponents(const VectorF& values, const std::vector<bool>& edited, bool another);
    const VectorF& values() const;
    /// The component that the keys act on; empty where there is none.
    std::optional<Index> current() const;
    /// Where the slider of a visible row is, in viewport coordinates.
    QRect sliderRect(Index component) const;
    QRect numberRect(Index component) const;
    const ValueScale& scale() const { return m_scale; }
    bool isDragged() const { return m_dragged.has_value(); }

    QSize minimumSizeHint() const override;

signals:
    void edited(Index component, double value);
    void finished(); ///< a drag, or a row of key steps, is over
    void resetRequested(Index component);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void fitScale(bool another);
    void dragTo(double x);
    void step(int count);
    void change(Index component, double value);
    QRect rowRect(Index component) const;

    ComponentModel* m_model;
    ValueScale m_scale;
    std::optional<Index> m_dragged;
    double m_grip = 0;
    StepPause m_pause;
};

} // namespace softscope
