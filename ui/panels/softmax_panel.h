// The tab "Softmax": what happens to the scores.
#pragma once

#include "core/scene/scene.h"
#include "ui/panels/form.h"

class QCheckBox;
class QComboBox;

namespace softscope {

class MutedLabel;
class Session;
class ValueControl;

class SoftmaxPanel : public Form {
    Q_OBJECT

public:
    explicit SoftmaxPanel(Session* session, QWidget* parent = nullptr);

private:
    void makeScale();
    void makeTemperature();
    void makeCures();
    void makeLogLength();
    void makeSink();
    void makeMasks();
    void makeUpstream();
    void chooseScale(ScaleKind kind);
    void chooseUpstream(int row);
    void refresh();

    Session* m_session;
    QComboBox* m_scale = nullptr;
    ValueControl* m_factor = nullptr;
    MutedLabel* m_equation = nullptr;
    QCheckBox* m_capped = nullptr;
    ValueControl* m_softcap = nullptr;
    QCheckBox* m_qkNorm = nullptr;
    QCheckBox* m_logLength = nullptr;
    QCheckBox* m_sunk = nullptr;
    ValueControl* m_sink = nullptr;
    QComboBox* m_upstream = nullptr;
    double m_lastCap = 50; // what the checkboxes bring back
    double m_lastSink = 0;
};

/// The criterion of the verdicts, with its numbers, in one sentence.
QString verdictSentence();

} // namespace softscope
