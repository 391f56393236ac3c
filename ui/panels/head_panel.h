// The tab "Head": where Q, K and V come from.
#pragma once

#include "core/scene/scene.h"
#include "ui/panels/form.h"

#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;

namespace softscope {

class MutedLabel;
class NumberField;
class SeedControl;
class Session;
struct TensorChoices;
class ValueControl;

class HeadPanel : public Form {
    Q_OBJECT

public:
    explicit HeadPanel(Session* session, QWidget* parent = nullptr);

private:
    void makeKind();
    void makeSizes();
    void makeValueSize();
    void makeRandom();
    void makeFile();
    void makeFacts();
    void makeTrials();
    ValueControl* addSize(const QString& label, const QString& name, const QString& tip, Index most,
                          Index Source::*field);
    ValueControl* addSigma(const QString& label, const QString& name, const QString& tip, double Source::*field);
    void makeLayer();
    NumberField* addNumber(const QString& label, const QString& name, const QString& tip,
                           std::optional<Index> TensorReference::*field);
    void fillChoices(const std::shared_ptr<const TensorChoices>& choices);
    void chooseKind(SourceKind kind);
    void refresh();
    void refreshFile();
    void refreshFacts();

    Session* m_session;
    QComboBox* m_kind = nullptr;
    ValueControl* m_tokens = nullptr;
    ValueControl* m_model = nullptr;
    ValueControl* m_dK = nullptr;
    QCheckBox* m_dVIsDK = nullptr;
    ValueControl* m_dV = nullptr;
    SeedControl* m_seed = nullptr;
    ValueControl* m_sigmaQ = nullptr;
    ValueControl* m_sigmaK = nullptr;
    MutedLabel* m_file = nullptr;
    QComboBox* m_layer = nullptr;
    NumberField* m_head = nullptr;
    NumberField* m_batch = nullptr;
    std::shared_ptr<const TensorChoices> m_choices; // what the three offer
    MutedLabel* m_origin = nullptr;
    MutedLabel* m_shape = nullptr;
    MutedLabel* m_warnings = nullptr;
};

} // namespace softscope
