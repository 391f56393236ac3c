// A slider and its number: one control. It says when a person changes the value, and when one step of undo is over.
#pragma once

#include "ui/panels/number_field.h"
#include "ui/panels/step_pause.h"
#include "ui/panels/value_slider.h"

#include <QWidget>

namespace softscope {

class ValueControl : public QWidget {
    Q_OBJECT

public:
    explicit ValueControl(const ValueScale& scale, NumberField::Buttons buttons = NumberField::Buttons::none,
                          QWidget* parent = nullptr);

    double value() const { return m_slider->number(); }
    /// Emits nothing.
    void setValue(double value);
    void setScale(const ValueScale& scale);
    /// For screen readers.
    void setName(const QString& name);
    /// The least width of the slider; 0: the number alone.
    void setSliderWidth(int least);
    bool isDragged() const { return m_slider->isSliderDown(); }

    ValueSlider* slider() const { return m_slider; }
    NumberField* field() const { return m_field; }

signals:
    void edited(double value);
    /// The drag is over; or no key or wheel step came for a while, or the focus went elsewhere.
    void finished();

private:
    void step(double value);

    ValueSlider* m_slider;
    NumberField* m_field;
    StepPause m_pause;
};

} // namespace softscope
