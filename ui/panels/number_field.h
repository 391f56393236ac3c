// A number to type, of fixed width: true minus sign, any decimal separator, nothing rounds what was typed.
#pragma once

#include "ui/panels/value_scale.h"

#include <QAbstractSpinBox>

namespace softscope {

class NumberField : public QAbstractSpinBox {
    Q_OBJECT
    Q_PROPERTY(double value READ value)

public:
    enum class Buttons { none, upDown };
    /// `columns`: how many digits fit.
    explicit NumberField(const ValueScale& scale, Buttons buttons = Buttons::none, int columns = 6,
                         QWidget* parent = nullptr);

    double value() const { return m_value; }
    /// Emits nothing; leaves a text that is being typed alone.
    void setValue(double value);
    void setScale(const ValueScale& scale);
    void setSuffix(const QString& suffix);
    /// How many digits fit.
    void setColumns(int columns);

    /// Takes what is being typed now, as Enter does.
    void commit();

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    /// A person changed it by a key, the wheel or an arrow (a step), or typed it (not a step).
    void edited(double value, bool isStep);

protected:
    StepEnabled stepEnabled() const override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool isEditorOfList() const;
    void show();
    void go(double value, bool isStep);

    ValueScale m_scale;
    double m_value = 0;
    int m_columns;
    QString m_suffix;
    bool m_typing = false;
};

} // namespace softscope
