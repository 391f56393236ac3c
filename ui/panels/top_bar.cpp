#include "ui/panels/top_bar.h"

#include "core/scene/limits.h"
#include "ui/panels/bind.h"
#include "ui/panels/lit_button.h"
#include "ui/panels/mask_combo.h"
#include "ui/panels/scale_button.h"
#include "ui/panels/source_combo.h"
#include "ui/panels/source_title.h"
#include "ui/panels/step_pause.h"
#include "ui/panels/value_control.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <limits>

namespace softscope {

namespace {

constexpr int temperatureColumns = 11; // of its longest number, "0.001234567"

ValueScale tokensScale() {
    return ValueScale::integers(1, 1024, static_cast<double>(limits::tokens), 64);
}

/// A dash until a file has been read.
double shownSize(Index size) {
    return size > 0 ? static_cast<double>(size) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

TopBar::TopBar(Session* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_source(new SourceCombo(session, this)),
      m_tokensLabel(new QLabel(tr("n"), this)),
      m_tokens(new NumberField(tokensScale(), NumberField::Buttons::upDown, 5, this)),
      m_dKLabel(new QLabel(tr("dₖ"), this)),
      m_dK(new ValueControl(ValueScale::integers(1, 1024, static_cast<double>(limits::dimension), 64),
                            NumberField::Buttons::upDown, this)),
      m_scale(new ScaleButton(session, this)), m_temperatureLabel(new QLabel(this)),
      m_temperature(
          new ValueControl(ValueScale::logarithmicReals(0.1, 10, limits::temperatureLow, limits::temperatureHigh, 1),
                           NumberField::Buttons::none, this)),
      m_maskLabel(new QLabel(tr("&Mask"), this)), m_mask(new MaskCombo(session, this)),
      m_compare(new LitButton(tr("&Compare"), this)), m_export(new QPushButton(tr("Export…"), this)) {
    makeTokens();
    makeDK();
    makeTemperature();
    makeButtons();
    layOut();
    follow(session, this, [this] { refresh(); });
    measure();
}

void TopBar::makeTokens() {
    m_tokens->setObjectName(QStringLiteral("tokens"));
    m_tokens->setAccessibleName(tr("Tokens n"));
    m_tokensLabel->setBuddy(m_tokens);
    auto* pause = new StepPause(m_tokens);
    pause->watch(m_tokens);
    connect(pause, &StepPause::finished, m_session, &Session::endGesture);
    connect(m_tokens, &NumberField::edited, this, [this, pause](double value, bool isStep) {
        m_session->edit(
            tr("Tokens"), [value](Scene& scene) { scene.source.tokens = static_cast<Index>(value); },
            isStep ? QStringLiteral("tokens") : QString());
        if (isStep)
            pause->step();
    });
}

void TopBar::makeDK() {
    QFont bold = m_dKLabel->font();
    bold.setBold(true);
    m_dKLabel->setFont(bold);
    m_dKLabel->setBuddy(m_dK);
    m_dK->setObjectName(QStringLiteral("dK"));
    m_dK->setName(tr("d k, the number of components of a query or key"));
    bind(m_session, m_dK,
         {tr("dₖ"), QStringLiteral("dK"), [](const Session& s) { return shownSize(headSize(s).dK); },
          [](Scene& scene, double value) { scene.source.dK = static_cast<Index>(value); }});
}

void TopBar::makeTemperature() {
    m_temperatureLabel->setBuddy(m_temperature);
    m_temperatureLabel->setToolTip(tr("Temperature"));
    m_temperature->setObjectName(QStringLiteral("temperature"));
    m_temperature->setName(tr("Temperature"));
    m_temperature->field()->setColumns(temperatureColumns);
    m_temperature->setToolTip(tr("Divides the logits once more: under 1 the softmax is sharper, over 1 flatter. "
                                 "Double-click for 1."));
    bind(m_session, m_temperature,
         {tr("Temperature"), QStringLiteral("temperature"),
          [](const Session& s) { return s.scene().softmax.temperature; },
          [](Scene& scene, double value) { scene.softmax.temperature = value; }});
}

void TopBar::makeButtons() {
    m_maskLabel->setBuddy(m_mask);
    m_compare->setObjectName(QStringLiteral("compare"));
    m_compare->setToolTip(tr("Shows the maps with the scale above those without it, on shared colours"));
    connect(m_compare, &QPushButton::clicked, this, [this](bool checked) {
        m_session->edit(tr("Compare"), [checked](Scene& scene) { scene.view.compare = checked; });
    });
    m_export->setObjectName(QStringLiteral("export"));
    m_export->setAutoDefault(false);
    m_export->setToolTip(tr("Writes a map as a picture (PNG, SVG, PDF) or as numbers (CSV, NPY)"));
    connect(m_source, &SourceCombo::hint, this, &TopBar::hint);
    connect(m_export, &QPushButton::clicked, this, &TopBar::exportRequested);
}

void TopBar::layOut() {
    auto* row = new QHBoxLayout(this);
    row->setSizeConstraint(QLayout::SetNoConstraint); // minimumSizeHint() is that of the narrowest level
    row->setContentsMargins(theme::grid + 4, theme::grid, theme::grid + 4, theme::grid);
    row->setSpacing(theme::grid);
    row->addWidget(m_source);
    row->addWidget(m_tokensLabel);
    row->addWidget(m_tokens);
    row->addSpacing(theme::grid / 2);
    row->addWidget(m_dKLabel);
    row->addWidget(m_dK, 5);
    row->addWidget(m_scale);
    row->addSpacing(theme::grid / 2);
    row->addWidget(m_temperatureLabel);
    row->addWidget(m_temperature, 2);
    row->addWidget(m_maskLabel);
    row->addWidget(m_mask);
    row->addStretch(1);
    row->addWidget(m_compare);
    row->addWidget(m_export);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TopBar::refresh() {
    const Scene& scene = m_session->scene();
    const QString reason = fixedSizeReason(scene.source);
    m_tokens->setValue(shownSize(headSize(*m_session).nQ));
    m_tokens->setEnabled(reason.isEmpty());
    m_tokens->setToolTip(reason.isEmpty() ? tr("How many tokens there are: queries and keys") : reason);
    m_dK->setEnabled(reason.isEmpty());
    m_dK->setToolTip(reason.isEmpty() ? tr("How many components a query and a key have. Without the scale, scores "
                                           "spread as √dₖ. Arrow keys go by one, Page keys by powers of two.")
                                      : reason);
    m_compare->setChecked(scene.view.compare);
}

void TopBar::applyLevel(int level) {
    m_level = level;
    m_temperatureLabel->setText(level == full ? tr("Tem&perature") : tr("T"));
    m_temperature->setSliderWidth(level < noTemperatureSlider ? 56 : 0);
    m_maskLabel->setVisible(level < noLabels);
    m_source->setMinimumContentsLength(level < noLabels ? 16 : 9);
    m_mask->setMinimumContentsLength(level < noLabels ? 11 : 8);
    m_dK->setSliderWidth(level < noLabels ? 96 : 56);
    layout()->setSpacing(level < noLabels ? theme::grid : theme::grid / 2);
    layout()->invalidate();
}

/// How wide each level must be, at the font and style at hand.
void TopBar::measure() {
    for (int level = levels - 1; level >= full; --level) {
        applyLevel(level);
        m_widths[static_cast<std::size_t>(level)] = layout()->minimumSize().width();
    }
    updateGeometry();
    fit();
}

void TopBar::fit() {
    int level = full;
    while (level < noLabels && m_widths[static_cast<std::size_t>(level)] > width())
        ++level;
    if (level != m_level)
        applyLevel(level);
}

QSize TopBar::sizeHint() const {
    return {m_widths[full], layout()->sizeHint().height()};
}

QSize TopBar::minimumSizeHint() const {
    return {m_widths[noLabels], layout()->minimumSize().height()};
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void TopBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

} // namespace softscope
