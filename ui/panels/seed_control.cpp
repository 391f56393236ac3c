#include "ui/panels/seed_control.h"

#include "ui/panels/dice_button.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>

namespace softscope {

SeedControl::SeedControl(QWidget* parent)
    : QWidget(parent), m_field(new QLineEdit(QStringLiteral("1"), this)), m_dice(new DiceButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_field, 1);
    row->addWidget(m_dice);
    setFocusProxy(m_field);
    m_field->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,20}")), m_field));
    m_field->setAlignment(Qt::AlignRight);
    m_field->setObjectName(QStringLiteral("seed"));
    m_field->setMinimumWidth(56);
    m_field->setToolTip(tr("The same seed gives the same numbers on every machine"));
    m_dice->setObjectName(QStringLiteral("dice"));
    m_dice->setToolTip(tr("Throw new random numbers: another seed"));
    connect(m_field, &QLineEdit::editingFinished, this, &SeedControl::take);
    connect(m_field, &QLineEdit::returnPressed, m_field, &QWidget::clearFocus);
    connect(m_dice, &QToolButton::clicked, this, [this] { go(anotherSeed(m_seed)); });
}

void SeedControl::setSeed(std::uint64_t seed) {
    m_seed = seed;
    const QString text = QString::number(seed);
    if (m_field->text() != text && !m_field->isModified())
        m_field->setText(text);
}

void SeedControl::setName(const QString& name) {
    m_field->setAccessibleName(name);
    m_dice->setAccessibleName(tr("%1: throw the dice").arg(name));
}

void SeedControl::take() {
    if (!m_field->isModified())
        return;
    bool isNumber = false;
    const std::uint64_t typed = m_field->text().toULongLong(&isNumber);
    m_field->setModified(false);
    if (isNumber)
        go(typed);
    m_field->setText(QString::number(m_seed)); // what was not a number of 64 bits goes back
}

void SeedControl::go(std::uint64_t seed) {
    if (seed == m_seed)
        return;
    m_seed = seed;
    m_field->setText(QString::number(seed));
    emit edited(seed);
}

std::uint64_t anotherSeed(std::uint64_t seed) {
    std::uint64_t next = seed;
    while (next == seed)
        next = QRandomGenerator::global()->bounded(1U, 1'000'000U);
    return next;
}

} // namespace softscope
