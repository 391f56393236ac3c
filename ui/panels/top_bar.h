// The bar over the maps: source, n, d_k, the scale, temperature, mask, Compare and Export.
#pragma once

#include <QWidget>

#include <array>

class QLabel;
class QPushButton;

namespace softscope {

class LitButton;
class MaskCombo;
class NumberField;
class ScaleButton;
class Session;
class SourceCombo;
class ValueControl;

/// Drops labels, then the temperature's slider, where the window is narrow; nothing is cut at 900 pixels.
class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(Session* session, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void exportRequested();
    /// A preset was chosen: what to look at in it.
    void hint(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// From everything shown to the least.
    enum Level { full, shortLabels, noTemperatureSlider, noLabels, levels };

    void makeTokens();
    void makeDK();
    void makeTemperature();
    void makeButtons();
    void layOut();
    void refresh();
    void applyLevel(int level);
    void measure();
    void fit();

    Session* m_session;
    SourceCombo* m_source;
    QLabel* m_tokensLabel;
    NumberField* m_tokens;
    QLabel* m_dKLabel;
    ValueControl* m_dK;
    ScaleButton* m_scale;
    QLabel* m_temperatureLabel;
    ValueControl* m_temperature;
    QLabel* m_maskLabel;
    MaskCombo* m_mask;
    LitButton* m_compare;
    QPushButton* m_export;
    int m_level = full;
    std::array<int, levels> m_widths{};
};

} // namespace softscope
