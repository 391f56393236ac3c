#include "ui/panels/head_panel.h"

#include "core/scene/limits.h"
#include "ui/panels/bind.h"
#include "ui/panels/file_choice.h"
#include "ui/panels/muted_label.h"
#include "ui/panels/number_field.h"
#include "ui/panels/seed_control.h"
#include "ui/panels/source_title.h"
#include "ui/panels/step_pause.h"
#include "ui/panels/value_control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QListView>

#include <algorithm>

namespace softscope {

namespace {

constexpr double sliderEnd = 1024; // of the sliders of sizes; more can be typed

ValueScale sizeScale(Index most) {
    return ValueScale::integers(1, sliderEnd, static_cast<double>(most), 64);
}

/// Numbers from 0 to count − 1.
ValueScale numberScale(Index count) {
    const auto last = static_cast<double>(count - 1);
    ValueScale scale = ValueScale::integers(1, std::max(last, 2.0), last, 0);
    scale.least = 0;
    return scale;
}

QString shapeOf(const MatrixF& matrix) {
    return QStringLiteral("%1 × %2").arg(matrix.rows()).arg(matrix.cols());
}

} // namespace

HeadPanel::HeadPanel(Session* session, QWidget* parent) : Form(parent), m_session(session) {
    makeKind();
    makeSizes();
    makeValueSize();
    makeRandom();
    makeFile();
    makeFacts();
    makeTrials();
    follow(session, this, [this] { refresh(); });
}

void HeadPanel::makeKind() {
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("kind"));
    m_kind->setAccessibleName(tr("Source"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(8);
    for (const SourceKind kind : {SourceKind::gaussian, SourceKind::projection, SourceKind::workedExample,
                                  SourceKind::saturation, SourceKind::tensors})
        m_kind->addItem(kind == SourceKind::tensors ? tr("Tensor file…") : sourceKindTitle(kind),
                        static_cast<int>(kind));
    connect(m_kind, &QComboBox::activated, this,
            [this](int row) { chooseKind(static_cast<SourceKind>(m_kind->itemData(row).toInt())); });
    addRow(tr("Source"), m_kind, tr("Where Q, K and V come from"));
}

void HeadPanel::chooseKind(SourceKind kind) {
    const Source& source = m_session->scene().source;
    if (kind == SourceKind::tensors && (source.kind == kind || source.tensors.path.empty()))
        chooseFileToOpen(m_session, this);
    else
        m_session->edit(tr("Source"), [kind](Scene& scene) { scene.source.kind = kind; });
    refresh();
}

ValueControl* HeadPanel::addSize(const QString& label, const QString& name, const QString& tip, Index most,
                                 Index Source::*field) {
    auto* control = new ValueControl(sizeScale(most), NumberField::Buttons::none, this);
    control->setObjectName(name);
    control->setName(tip);
    bind(m_session, control,
         {tip, QStringLiteral("head-") + name,
          [field](const Session& s) { return static_cast<double>(s.scene().source.*field); },
          [field](Scene& scene, double value) { scene.source.*field = static_cast<Index>(value); }});
    addRow(label, control, tip);
    return control;
}

void HeadPanel::makeSizes() {
    m_tokens = addSize(tr("n"), QStringLiteral("tokens"), tr("Tokens"), limits::tokens, &Source::tokens);
    m_model = addSize(tr("d<sub>model</sub>"), QStringLiteral("dModel"), tr("Components of an embedding"),
                      limits::model, &Source::dModel);
    m_dK = addSize(tr("dₖ"), QStringLiteral("dK"), tr("Components of a query or key"), limits::dimension, &Source::dK);
}

void HeadPanel::makeValueSize() {
    m_dVIsDK = new QCheckBox(tr("= dₖ"), this);
    m_dVIsDK->setObjectName(QStringLiteral("dVIsDK"));
    m_dVIsDK->setAccessibleName(tr("d v equals d k"));
    connect(m_dVIsDK, &QCheckBox::clicked, this, [this](bool same) {
        m_session->edit(tr("dᵥ"), [same](Scene& scene) {
            scene.source.dV = same ? std::nullopt : std::optional<Index>(scene.source.dK);
        });
    });
    addRow(tr("d<sub>v</sub>"), m_dVIsDK, tr("A value has as many components as a query"));
    m_dV = new ValueControl(sizeScale(limits::dimension), NumberField::Buttons::none, this);
    m_dV->setObjectName(QStringLiteral("dV"));
    m_dV->setName(tr("Components of a value"));
    bind(m_session, m_dV,
         {tr("dᵥ"), QStringLiteral("head-dV"),
          [](const Session& s) {
              const Source& source = s.scene().source;
              return static_cast<double>(source.dV.value_or(source.dK));
          },
          [](Scene& scene, double value) { scene.source.dV = static_cast<Index>(value); }});
    addRow(QString(), m_dV, tr("Components of a value"));
}

ValueControl* HeadPanel::addSigma(const QString& label, const QString& name, const QString& tip,
                                  double Source::*field) {
    auto* control = new ValueControl(ValueScale::logarithmicReals(0.1, 10, limits::sigmaLow, limits::sigmaHigh, 1),
                                     NumberField::Buttons::none, this);
    control->setObjectName(name);
    control->setName(tip);
    bind(m_session, control,
         {tip, name, [field](const Session& s) { return s.scene().source.*field; },
          [field](Scene& scene, double value) { scene.source.*field = value; }});
    addRow(label, control, tip + tr(". Double-click for 1."));
    return control;
}

void HeadPanel::makeRandom() {
    m_seed = new SeedControl(this);
    m_seed->setName(tr("Seed"));
    connect(m_seed, &SeedControl::edited, this, [this](std::uint64_t seed) {
        m_session->edit(tr("Seed"), [seed](Scene& scene) { scene.source.seed = seed; });
    });
    addRow(tr("Seed"), m_seed, tr("Which random numbers: the same seed gives the same ones on every machine"));
    m_sigmaQ = addSigma(tr("σ<sub>q</sub>"), QStringLiteral("sigmaQ"), tr("Standard deviation of a component of q"),
                        &Source::sigmaQ);
    m_sigmaK = addSigma(tr("σ<sub>k</sub>"), QStringLiteral("sigmaK"), tr("Standard deviation of a component of k"),
                        &Source::sigmaK);
}

void HeadPanel::makeFile() {
    m_file = new MutedLabel({}, this);
    m_file->setObjectName(QStringLiteral("file"));
    addRow(tr("File"), m_file, {});
    makeLayer();
    m_head = addNumber(tr("Head"), QStringLiteral("head"), tr("Which head of the layer"), &TensorReference::head);
    m_batch =
        addNumber(tr("Batch"), QStringLiteral("batch"), tr("Which sequence of the batch"), &TensorReference::batch);
}

void HeadPanel::makeLayer() {
    m_layer = new QComboBox(this);
    m_layer->setObjectName(QStringLiteral("layer"));
    m_layer->setAccessibleName(tr("Layer"));
    auto* view = new QListView(m_layer);
    view->setUniformItemSizes(true); // a file may name thousands
    m_layer->setView(view);
    m_layer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_layer->setMinimumContentsLength(4);
    connect(m_layer, &QComboBox::activated, this, [this](int row) {
        const Index number = m_choices->layers.at(static_cast<std::size_t>(row));
        m_session->edit(tr("Layer"), [number](Scene& scene) { scene.source.tensors.layer = number; });
    });
    addRow(tr("Layer"), m_layer, tr("Which layer of the model"));
}

/// A field and not a list: a file may have millions of heads.
NumberField* HeadPanel::addNumber(const QString& label, const QString& name, const QString& tip,
                                  std::optional<Index> TensorReference::*field) {
    auto* box = new NumberField(numberScale(1), NumberField::Buttons::upDown, 5, this);
    box->setObjectName(name);
    box->setAccessibleName(label);
    auto* pause = new StepPause(box);
    pause->watch(box);
    connect(pause, &StepPause::finished, m_session, &Session::endGesture);
    connect(box, &NumberField::edited, this, [=, this](double value, bool isStep) {
        m_session->edit(
            label, [&](Scene& scene) { scene.source.tensors.*field = static_cast<Index>(value); },
            isStep ? QStringLiteral("head-") + name : QString());
        if (isStep)
            pause->step();
    });
    addRow(label, box, tip);
    return box;
}

void HeadPanel::makeFacts() {
    addSection(tr("This head"));
    m_origin = new MutedLabel({}, this);
    m_origin->setObjectName(QStringLiteral("origin"));
    addWide(m_origin);
    m_shape = new MutedLabel({}, this);
    m_shape->setObjectName(QStringLiteral("shape"));
    addWide(m_shape);
    m_warnings = new MutedLabel({}, this);
    m_warnings->setObjectName(QStringLiteral("warnings"));
    addWide(m_warnings);
}

void HeadPanel::makeTrials() {
    addSection(tr("Experiments"));
    auto* trials = new ValueControl(ValueScale::integers(1, 1000, static_cast<double>(limits::trials), 20),
                                    NumberField::Buttons::none, this);
    trials->setObjectName(QStringLiteral("trials"));
    trials->setName(tr("Fresh heads"));
    bind(m_session, trials,
         {tr("Fresh heads"), QStringLiteral("trials"),
          [](const Session& s) { return static_cast<double>(s.scene().sweep.trials); },
          [](Scene& scene, double value) { scene.sweep.trials = static_cast<Index>(value); }});
    addRow(tr("Fresh heads"), trials,
           tr("How many heads the charts of fresh heads and of stacks are made of. Double-click for 20."));
}

void HeadPanel::refresh() {
    const Source& source = m_session->scene().source;
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(source.kind)));
    const bool sized = isSized(source.kind);
    for (QWidget* control : std::initializer_list<QWidget*>{m_tokens, m_dK, m_dVIsDK, m_seed, m_sigmaQ, m_sigmaK})
        setRowVisible(control, sized);
    setRowVisible(m_model, source.kind == SourceKind::projection);
    setRowVisible(m_dV, sized);
    m_dV->setEnabled(source.dV.has_value());
    m_dVIsDK->setChecked(!source.dV.has_value());
    m_seed->setSeed(source.seed);
    refreshFile();
    refreshFacts();
}

void HeadPanel::refreshFile() {
    const Source& source = m_session->scene().source;
    const bool isFile = source.kind == SourceKind::tensors;
    const ShownPointer shown = m_session->shown();
    const bool known = isFile && shown && shown->choices && shown->scene.source.kind == SourceKind::tensors &&
                       shown->scene.source.tensors.path == source.tensors.path;
    setRowVisible(m_file, isFile);
    setRowVisible(m_layer, known && !shown->choices->layers.empty());
    setRowVisible(m_head, known && shown->choices->heads > 1);
    setRowVisible(m_batch, known && shown->choices->batches > 1);
    if (isFile) {
        m_file->setText(sourceTitle(source));
        m_file->setToolTip(QString::fromStdString(source.tensors.path));
    }
    if (!known)
        return;
    fillChoices(shown->choices);
    const TensorReference& tensors = source.tensors;
    const std::vector<Index>& layers = m_choices->layers;
    const auto layer = std::find(layers.begin(), layers.end(), tensors.layer.value_or(0));
    m_layer->setCurrentIndex(layer == layers.end() ? -1 : static_cast<int>(layer - layers.begin()));
    m_head->setValue(static_cast<double>(tensors.head.value_or(0)));
    m_batch->setValue(static_cast<double>(tensors.batch.value_or(0)));
}

void HeadPanel::fillChoices(const std::shared_ptr<const TensorChoices>& choices) {
    if (m_choices == choices)
        return;
    m_choices = choices;
    QStringList layers;
    for (const Index layer : choices->layers)
        layers << QString::number(layer);
    m_layer->clear();
    m_layer->addItems(layers);
    m_head->setScale(numberScale(choices->heads));
    m_head->setToolTip(tr("Which head of the layer: 0 to %1").arg(choices->heads - 1));
    m_batch->setScale(numberScale(choices->batches));
    m_batch->setToolTip(tr("Which sequence of the batch: 0 to %1").arg(choices->batches - 1));
}

void HeadPanel::refreshFacts() {
    const ShownPointer shown = shownOfSource(*m_session);
    if (!shown)
        return; // the next result brings them
    const Head& head = *shown->head;
    m_origin->setText(QString::fromStdString(head.origin));
    m_shape->setText(QStringLiteral("Q %1   K %2   V %3").arg(shapeOf(head.q), shapeOf(head.k), shapeOf(head.v)));
    QStringList warnings;
    for (const std::string& warning : head.warnings)
        warnings << QStringLiteral("⚠ ") + QString::fromStdString(warning);
    m_warnings->setText(warnings.join(QLatin1Char('\n')));
    m_warnings->setVisible(!warnings.isEmpty());
}

} // namespace softscope
