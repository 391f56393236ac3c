#include "ui/panels/value_control.h"

#include "ui/theme.h"

#include <QHBoxLayout>

namespace softscope {

ValueControl::ValueControl(const ValueScale& scale, NumberField::Buttons buttons, QWidget* parent)
    : QWidget(parent), m_slider(new ValueSlider(scale, this)), m_field(new NumberField(scale, buttons, 5, this)),
      m_pause(this) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_slider, 1);
    row->addWidget(m_field);
    setFocusProxy(m_slider);
    m_pause.watch(m_slider);
    m_pause.watch(m_field);

    connect(&m_pause, &StepPause::finished, this, &ValueControl::finished);
    connect(m_slider, &ValueSlider::sliderPressed, &m_pause, &StepPause::finish);
    connect(m_slider, &ValueSlider::moved, this, [this](double value) {
        m_field->setValue(value);
        if (m_slider->isSliderDown())
            emit edited(value);
        else
            step(value);
    });
    connect(m_slider, &ValueSlider::sliderReleased, this, &ValueControl::finished);
    connect(m_field, &NumberField::edited, this, [this](double value, bool isStep) {
        m_slider->setNumber(value);
        if (isStep)
            return step(value);
        m_pause.finish();
        emit edited(value);
        emit finished();
    });
}

void ValueControl::setValue(double value) {
    m_slider->setNumber(value);
    m_field->setValue(value);
}

void ValueControl::setScale(const ValueScale& scale) {
    m_slider->setScale(scale);
    m_field->setScale(scale);
}

void ValueControl::setName(const QString& name) {
    m_slider->setAccessibleName(name);
    m_field->setAccessibleName(name);
}

void ValueControl::setSliderWidth(int least) {
    const bool visible = least > 0;
    m_slider->setVisible(visible);
    m_slider->setMinimumWidth(least);
    layout()->activate();
    updateGeometry();
    setFocusProxy(visible ? static_cast<QWidget*>(m_slider) : m_field);
}

void ValueControl::step(double value) {
    m_pause.step();
    emit edited(value);
}

} // namespace softscope
