#include "ui/charts/training_controls.h"

#include "core/scene/words.h"
#include "ui/charts/training_chart.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QSlider>
#include <QToolButton>

namespace softscope {

TrainingControls::TrainingControls(Session* session, TrainingChart* chart) : m_session(session), m_chart(chart) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_play = addButton(QStringLiteral("play"), QStringLiteral("▶"), tr("Play"), [chart] {
        if (chart->playing())
            chart->pause();
        else
            chart->play();
    });
    m_play->setFixedWidth(m_play->fontMetrics().horizontalAdvance(QStringLiteral("❚❚")) +
                          2 * theme::grid); // whichever it says
    m_step = addButton(QStringLiteral("step"), QStringLiteral("+1"), tr("One step"), [chart] { chart->stepOnce(); });
    m_end = addButton(QStringLiteral("end"), QStringLiteral("⇥"), tr("To the last step, as fast as it goes"),
                      [chart] { chart->toTheEnd(); });
    m_reset = addButton(QStringLiteral("reset"), QStringLiteral("⇤"), tr("Back to the start, with nothing learnt"),
                        [chart] { chart->reset(); });
    m_scrubber = new QSlider(Qt::Horizontal, this);
    m_scrubber->setObjectName(QStringLiteral("scrubber"));
    m_scrubber->setAccessibleName(tr("Step that is shown"));
    m_scrubber->setToolTip(tr("Goes back through the run"));
    m_scrubber->setMinimumWidth(3 * theme::grid);
    connect(m_scrubber, &QSlider::valueChanged, chart, [chart](int step) {
        if (step != chart->shownStep())
            chart->scrubTo(step);
    });
    layout->addWidget(m_scrubber, 1);
    m_settings = addButton(QStringLiteral("settings"), QStringLiteral("⚙"), tr("How it learns, and what is drawn"), {});
    m_settings->setPopupMode(QToolButton::InstantPopup);
    addMenu();
    connect(chart, &TrainingChart::runChanged, this, &TrainingControls::followRun);
    followRun();
}

QToolButton* TrainingControls::addButton(const QString& name, const QString& text, const QString& tip,
                                         const std::function<void()>& press) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    if (press)
        connect(button, &QToolButton::clicked, this, press);
    layout()->addWidget(button);
    return button;
}

template <typename Enum>
void TrainingControls::addChoices(QMenu* menu, const QString& title, const std::function<QString(Enum)>& text,
                                  const std::function<Enum(const Session&)>& get,
                                  const std::function<void(Session*, Enum)>& set) {
    menu->addSection(title);
    auto* group = new QActionGroup(menu);
    for (const Word<Enum>& word : words<Enum>()) {
        QAction* const action = group->addAction(menu->addAction(text(word.value)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, set, value = word.value] { set(m_session, value); });
        connect(menu, &QMenu::aboutToShow, action,
                [this, action, get, value = word.value] { action->setChecked(get(*m_session) == value); });
    }
}

void TrainingControls::addMenu() {
    auto* menu = new QMenu(m_settings);
    addChoices<TrainingTask>(
        menu, tr("Task"),
        [](TrainingTask task) {
            return task == TrainingTask::fixed ? tr("One sequence, learnt by heart") : tr("Fresh sequences");
        },
        [](const Session& s) { return s.scene().training.task; },
        [](Session* s, TrainingTask task) {
            s->edit(tr("Training task"), [task](Scene& scene) { scene.training.task = task; });
        });
    addChoices<Optimizer>(
        menu, tr("Optimizer"), [](Optimizer optimizer) { return optimizer == Optimizer::sgd ? tr("SGD") : tr("Adam"); },
        [](const Session& s) { return s.scene().training.optimizer; },
        [](Session* s, Optimizer optimizer) {
            s->edit(tr("Optimizer"), [optimizer](Scene& scene) {
                if (scene.training.optimizer != optimizer)
                    scene.training.learningRate = standardRate(optimizer);
                scene.training.optimizer = optimizer;
            });
        });
    addRates(menu);
    addChoices<TrainingFigure>(
        menu, tr("Drawn"),
        [](TrainingFigure figure) {
            switch (figure) {
            case TrainingFigure::loss:
                return tr("Loss");
            case TrainingFigure::accuracy:
                return tr("Right keys");
            case TrainingFigure::entropy:
                return tr("Entropy");
            case TrainingFigure::jacobian:
                return tr("Jacobian ‖J‖");
            case TrainingFigure::gradient:
                return tr("Gradient ‖∂L/∂W_Q‖");
            }
            return QString();
        },
        [](const Session& s) { return s.scene().training.figure; },
        [](Session* s, TrainingFigure figure) {
            s->edit(tr("Drawn figure"), [figure](Scene& scene) { scene.training.figure = figure; });
        });
    m_settings->setMenu(menu);
}

void TrainingControls::addRates(QMenu* menu) {
    menu->addSection(tr("Learning rate"));
    auto* group = new QActionGroup(menu);
    for (const double rate : {1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0}) {
        QAction* const action = group->addAction(menu->addAction(QString::number(rate)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, rate] {
            m_session->edit(tr("Learning rate"), [rate](Scene& scene) { scene.training.learningRate = rate; });
        });
        connect(menu, &QMenu::aboutToShow, action,
                [this, action, rate] { action->setChecked(m_session->scene().training.learningRate == rate); });
    }
}

void TrainingControls::followRun() {
    const bool there = !m_chart->history().empty();
    const Index last = m_chart->history().last(), end = m_session->scene().training.steps;
    m_play->setText(m_chart->playing() ? QStringLiteral("❚❚") : QStringLiteral("▶"));
    m_play->setToolTip(m_chart->playing() ? tr("Pause") : tr("Play"));
    m_play->setAccessibleName(m_play->toolTip());
    m_play->setEnabled(there && (m_chart->playing() || last < end));
    m_step->setEnabled(there && last < end);
    m_end->setEnabled(there && last < end);
    m_reset->setEnabled(there && last > 0);
    m_scrubber->setEnabled(there && last > 0);
    const QSignalBlocker quiet(m_scrubber);
    m_scrubber->setRange(0, int(std::max<Index>(last, 0)));
    m_scrubber->setValue(int(m_chart->shownStep()));
}

} // namespace softscope
