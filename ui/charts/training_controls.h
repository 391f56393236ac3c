// The buttons of a training run: play, step, end, reset, a scrubber through the run, and a menu of how it learns.
#pragma once

#include <QWidget>

#include <functional>

class QMenu;
class QSlider;
class QToolButton;

namespace softscope {

class Session;
class TrainingChart;

class TrainingControls : public QWidget {
    Q_OBJECT

public:
    TrainingControls(Session* session, TrainingChart* chart);

private:
    QToolButton* addButton(const QString& name, const QString& text, const QString& tip,
                           const std::function<void()>& press);
    void addMenu();
    template <typename Enum>
    void addChoices(QMenu* menu, const QString& title, const std::function<QString(Enum)>& text,
                    const std::function<Enum(const Session&)>& get, const std::function<void(Session*, Enum)>& set);
    void addRates(QMenu* menu);
    void followRun();

    Session* m_session;
    TrainingChart* m_chart;
    QToolButton* m_play;
    QToolButton* m_step;
    QToolButton* m_end;
    QToolButton* m_reset;
    QSlider* m_scrubber;
    QToolButton* m_settings;
};

} // namespace softscope
