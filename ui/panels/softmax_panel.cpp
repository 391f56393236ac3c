#include "ui/panels/softmax_panel.h"

#include "core/engine/frame.h"
#include "core/head/upstream.h"
#include "core/scene/limits.h"
#include "ui/panels/bind.h"
#include "ui/panels/file_choice.h"
#include "ui/panels/mask_list.h"
#include "ui/panels/muted_label.h"
#include "ui/panels/scale_button.h"
#include "ui/panels/value_control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>

namespace softscope {

namespace {

enum UpstreamRow { ones, gaussian, chosenFile }; // and, last, "File…"

} // namespace

SoftmaxPanel::SoftmaxPanel(Session* session, QWidget* parent) : Form(parent), m_session(session) {
    makeScale();
    makeTemperature();
    makeCures();
    makeLogLength();
    makeSink();
    makeMasks();
    makeUpstream();
    addSection(tr("Verdict on a row"));
    auto* verdict = new MutedLabel(verdictSentence(), this);
    verdict->setObjectName(QStringLiteral("verdict"));
    addWide(verdict);
    follow(session, this, [this] { refresh(); });
}

void SoftmaxPanel::makeScale() {
    m_scale = new QComboBox(this);
    m_scale->setObjectName(QStringLiteral("scaleKind"));
    m_scale->setAccessibleName(tr("Scale"));
    m_scale->addItem(QStringLiteral("1/√dₖ"), static_cast<int>(ScaleKind::sqrt));
    m_scale->addItem(tr("none"), static_cast<int>(ScaleKind::none));
    m_scale->addItem(QStringLiteral("1/dₖ"), static_cast<int>(ScaleKind::dk));
    m_scale->addItem(tr("a factor"), static_cast<int>(ScaleKind::factor));
    connect(m_scale, &QComboBox::activated, this,
            [this](int row) { chooseScale(static_cast<ScaleKind>(m_scale->itemData(row).toInt())); });
    addRow(tr("Scale"), m_scale, tr("What the scores q·k are multiplied by"));

    m_factor = new ValueControl(ValueScale::reals(0, 2, -limits::factorHigh, limits::factorHigh, 1, 0.05, 3),
                                NumberField::Buttons::none, this);
    m_factor->setObjectName(QStringLiteral("factor"));
    m_factor->setName(tr("Factor"));
    bind(m_session, m_factor,
         {tr("Factor"), QStringLiteral("factor"), [](const Session& s) { return s.scene().softmax.scale.factor; },
          [](Scene& scene, double value) { scene.softmax.scale.factor = value; }});
    addRow(tr("Factor"), m_factor, tr("The scores are multiplied by this number. Double-click for 1."));

    m_equation = new MutedLabel({}, this);
    m_equation->setObjectName(QStringLiteral("equation"));
    addRow(QString(), m_equation, tr("The factor in use, as a number"));
}

void SoftmaxPanel::chooseScale(ScaleKind kind) {
    const Index dK = headSize(*m_session).dK;
    m_session->edit(tr("Scale"), [kind, dK](Scene& scene) {
        Scale& scale = scene.softmax.scale;
        // A factor starts from the scale that stands, so that nothing jumps.
        if (kind == ScaleKind::factor && scale.kind != ScaleKind::factor && dK > 0)
            scale.factor = factorOf(scale, dK);
        scale.kind = kind;
    });
    refresh();
}

void SoftmaxPanel::makeTemperature() {
    auto* temperature =
        new ValueControl(ValueScale::logarithmicReals(0.1, 10, limits::temperatureLow, limits::temperatureHigh, 1),
                         NumberField::Buttons::none, this);
    temperature->setObjectName(QStringLiteral("temperature"));
    temperature->setName(tr("Temperature"));
    temperature->field()->setColumns(10); // its longest number: 0.001234567
    bind(m_session, temperature,
         {tr("Temperature"), QStringLiteral("softmax-temperature"),
          [](const Session& s) { return s.scene().softmax.temperature; },
          [](Scene& scene, double value) { scene.softmax.temperature = value; }});
    addRow(tr("Temperature"), temperature,
           tr("Divides the logits once more: under 1 the softmax is sharper, over 1 flatter. Double-click for 1."));
}

void SoftmaxPanel::makeCures() {
    m_capped = new QCheckBox(tr("Softcap c·tanh(z/c)"), this);
    m_capped->setObjectName(QStringLiteral("capped"));
    m_capped->setToolTip(tr("Bends the logits z so that none is beyond ±c"));
    connect(m_capped, &QCheckBox::clicked, this, [this](bool on) {
        m_session->edit(tr("Softcap"), [this, on](Scene& scene) {
            scene.softmax.softcap = on ? std::optional<double>(m_lastCap) : std::nullopt;
        });
    });
    addWide(m_capped);
    m_softcap = new ValueControl(ValueScale::logarithmicReals(0.1, 1000, limits::softcapLow, limits::softcapHigh, 50),
                                 NumberField::Buttons::none, this);
    m_softcap->setObjectName(QStringLiteral("softcap"));
    m_softcap->setName(tr("Softcap c"));
    bind(m_session, m_softcap,
         {tr("Softcap"), QStringLiteral("softcap"),
          [this](const Session& s) { return s.scene().softmax.softcap.value_or(m_lastCap); },
          [](Scene& scene, double value) { scene.softmax.softcap = value; }});
    addRow(tr("c"), m_softcap, tr("No logit is beyond ±c. Double-click for 50."));
    m_qkNorm = new QCheckBox(tr("QK-norm: unit q and k"), this);
    m_qkNorm->setObjectName(QStringLiteral("qkNorm"));
    m_qkNorm->setToolTip(tr("Divides q and k by their ℓ₂ norm before the product, so that a score is a cosine"));
    connect(m_qkNorm, &QCheckBox::clicked, this,
            [this](bool on) { m_session->edit(tr("QK-norm"), [on](Scene& scene) { scene.softmax.qkNorm = on; }); });
    addWide(m_qkNorm);
}

void SoftmaxPanel::makeLogLength() {
    m_logLength = new QCheckBox(tr("Log-length × ln nₖ"), this);
    m_logLength->setObjectName(QStringLiteral("logLength"));
    m_logLength->setToolTip(
        tr("Multiplies the logits of a row of nₖ keys by ln nₖ, so that a long row stays as sharp as "
           "a short one (scalable softmax)"));
    connect(m_logLength, &QCheckBox::clicked, this, [this](bool on) {
        m_session->edit(tr("Log-length"), [on](Scene& scene) { scene.softmax.logLength = on; });
    });
    addWide(m_logLength);
}

void SoftmaxPanel::makeSink() {
    m_sunk = new QCheckBox(tr("Attention sink"), this);
    m_sunk->setObjectName(QStringLiteral("sunk"));
    m_sunk->setToolTip(
        tr("One more key, which takes weight and gives nothing: the weights of a row sum to less than 1"));
    connect(m_sunk, &QCheckBox::clicked, this, [this](bool on) {
        m_session->edit(tr("Attention sink"), [this, on](Scene& scene) {
            scene.softmax.sink = on ? std::optional<double>(m_lastSink) : std::nullopt;
        });
    });
    addWide(m_sunk);
    m_sink = new ValueControl(ValueScale::reals(-10, 40, -limits::sinkHigh, limits::sinkHigh, 0, 0.5, 2),
                              NumberField::Buttons::none, this);
    m_sink->setObjectName(QStringLiteral("sink"));
    m_sink->setName(tr("Logit of the sink"));
    bind(m_session, m_sink,
         {tr("Attention sink"), QStringLiteral("sink"),
          [this](const Session& s) { return s.scene().softmax.sink.value_or(m_lastSink); },
          [](Scene& scene, double value) { scene.softmax.sink = value; }});
    addRow(tr("Logit"), m_sink, tr("The logit of the sink. Double-click for 0."));
}

void SoftmaxPanel::makeMasks() {
    addSection(tr("Masks"));
    addWide(new MaskList(m_session, this));
}

void SoftmaxPanel::makeUpstream() {
    addSection(tr("Gradients"));
    m_upstream = new QComboBox(this);
    m_upstream->setObjectName(QStringLiteral("upstream"));
    m_upstream->setAccessibleName(tr("Upstream gradient G"));
    m_upstream->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_upstream->setMinimumContentsLength(8);
    m_upstream->addItems({tr("Ones"), tr("Gaussian")});
    connect(m_upstream, &QComboBox::activated, this, &SoftmaxPanel::chooseUpstream);
    addRow(tr("Upstream G"), m_upstream,
           tr("∂L/∂O, the gradient that comes back from the output [n_q × d_v]: ones, Gaussian, or an .npy file"));
}

void SoftmaxPanel::chooseUpstream(int row) {
    const auto set = [session = m_session](const QString& file) {
        session->edit(tr("Upstream gradient"), [&](Scene& scene) { scene.upstream = file.toStdString(); });
    };
    if (row == ones)
        set({});
    else if (row == gaussian)
        set(QString::fromUtf8(gaussianUpstream.data(), gaussianUpstream.size()));
    else if (row == m_upstream->count() - 1)
        chooseNpyFile(this, set);
    refresh();
}

void SoftmaxPanel::refresh() {
    const Scene& scene = m_session->scene();
    const Softmax& softmax = scene.softmax;
    m_scale->setCurrentIndex(m_scale->findData(static_cast<int>(softmax.scale.kind)));
    setRowVisible(m_factor, softmax.scale.kind == ScaleKind::factor);
    const QString equation = scaleEquation(softmax.scale, headSize(*m_session).dK);
    m_equation->setText(equation.isEmpty() ? QString() : QStringLiteral("× ") + equation);
    m_capped->setChecked(softmax.softcap.has_value());
    m_softcap->setEnabled(softmax.softcap.has_value());
    if (softmax.softcap)
        m_lastCap = *softmax.softcap;
    m_qkNorm->setChecked(softmax.qkNorm);
    m_logLength->setChecked(softmax.logLength);
    m_sunk->setChecked(softmax.sink.has_value());
    m_sink->setEnabled(softmax.sink.has_value());
    if (softmax.sink)
        m_lastSink = *softmax.sink;

    const bool random = scene.upstream == gaussianUpstream;
    const QString file = random ? QString() : QString::fromStdString(scene.upstream);
    QStringList rows{tr("Ones"), tr("Gaussian"), tr("File…")};
    if (!file.isEmpty())
        rows.insert(chosenFile, QFileInfo(file).fileName());
    if (m_upstream->count() != rows.size() || m_upstream->itemText(chosenFile) != rows[chosenFile]) {
        m_upstream->clear();
        m_upstream->addItems(rows);
    }
    m_upstream->setCurrentIndex(random ? gaussian : file.isEmpty() ? ones : chosenFile);
}

QString verdictSentence() {
    const auto number = [](double value) { return QString::number(value); };
    return SoftmaxPanel::tr("Saturated: one weight is at least %1 and the entropy at most %2 nats. Diffuse: the "
                            "entropy is at least %3 of ln nₖ, its largest value over nₖ keys. Selective: in "
                            "between.")
        .arg(number(saturatedWeight), number(saturatedEntropy), number(diffuseShare));
}

} // namespace softscope
