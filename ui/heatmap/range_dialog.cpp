#include "ui/heatmap/range_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include <cmath>
#include <optional>

namespace softscope {

namespace {

/// A finite number as people write it: a comma for the point and a true minus sign are taken too.
std::optional<double> numberIn(const QLineEdit& edit) {
    QString text = edit.text().trimmed();
    text.replace(QChar(0x2212), u'-');
    text.replace(u',', u'.');
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

RangeDialog::RangeDialog(const Range& range, bool positive, QWidget* parent)
    : QDialog(parent), m_start(range), m_positive(positive), m_low(new QLineEdit(this)), m_high(new QLineEdit(this)) {
    setWindowTitle(tr("Colour range"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    m_low->setText(QString::number(range.low, 'g', 6));
    m_high->setText(QString::number(range.high, 'g', 6));
    auto* form = new QFormLayout(this);
    form->addRow(tr("&From"), m_low);
    form->addRow(tr("&To"), m_high);
    form->addRow(buttons);
    connect(m_low, &QLineEdit::textChanged, this, &RangeDialog::check);
    connect(m_high, &QLineEdit::textChanged, this, &RangeDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_low->selectAll();
    check();
}

Range RangeDialog::range() const {
    Range range = m_start;
    range.kind = RangeKind::fixed;
    range.low = numberIn(*m_low).value_or(m_start.low);
    range.high = numberIn(*m_high).value_or(m_start.high);
    return range;
}

void RangeDialog::check() {
    const auto low = numberIn(*m_low), high = numberIn(*m_high);
    m_accept->setEnabled(low && high && *low < *high && (!m_positive || *low > 0));
}

} // namespace softscope
