#include "ui/panels/number_field.h"

#include "ui/panels/field_note.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <QWheelEvent>

#include <cmath>

namespace softscope {

namespace {

QString rangeSentence(const ValueScale& scale) {
    const QString least = scale.text(scale.least), most = scale.text(scale.most);
    return scale.whole ? NumberField::tr("A whole number from %1 to %2: the nearest was taken.").arg(least, most)
                       : NumberField::tr("A number from %1 to %2: the nearest was taken.").arg(least, most);
}

} // namespace

NumberField::NumberField(const ValueScale& scale, Buttons buttons, int columns, QWidget* parent)
    : QAbstractSpinBox(parent), m_scale(scale), m_value(scale.standard), m_columns(columns) {
    setButtonSymbols(buttons == Buttons::none ? NoButtons : UpDownArrows);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_typing = true; });
    connect(this, &QAbstractSpinBox::editingFinished, this, &NumberField::commit);
    show();
}

void NumberField::setValue(double value) {
    const bool same = value == m_value;
    m_value = value;
    if (!m_typing && !same)
        show();
}

void NumberField::setScale(const ValueScale& scale) {
    if (scale == m_scale)
        return;
    m_scale = scale;
    if (!m_typing)
        show();
}

void NumberField::setSuffix(const QString& suffix) {
    m_suffix = suffix;
    show();
    updateGeometry();
}

void NumberField::setColumns(int columns) {
    m_columns = columns;
    updateGeometry();
}

void NumberField::stepBy(int steps) {
    commit();
    go(std::abs(steps) >= 10 ? m_scale.paged(m_value, steps / 10) : m_scale.stepped(m_value, steps), true);
}

QAbstractSpinBox::StepEnabled NumberField::stepEnabled() const {
    StepEnabled enabled = StepNone;
    if (m_value > m_scale.least)
        enabled |= StepDownEnabled;
    if (m_value < m_scale.most)
        enabled |= StepUpEnabled;
    return enabled;
}

QValidator::State NumberField::validate(QString& input, int&) const {
    QString text = input;
    if (!m_suffix.isEmpty() && text.endsWith(m_suffix))
        text.chop(m_suffix.size());
    static const QString legal = QStringLiteral("0123456789+-.,eE– ") + QChar(0x2212) + QChar(0x221e);
    for (const QChar c : text) {
        if (!legal.contains(c))
            return QValidator::Invalid;
    }
    return std::isnan(ValueScale::parse(text)) ? QValidator::Intermediate : QValidator::Acceptable;
}

void NumberField::fixup(QString& input) const {
    input = m_scale.text(m_value) + m_suffix;
}

QSize NumberField::sizeHint() const {
    const QFontMetrics metrics = fontMetrics();
    const int text = metrics.horizontalAdvance(QLatin1Char('0')) * m_columns + metrics.horizontalAdvance(m_suffix);
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize contents(text + 10, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, contents, this);
}

bool NumberField::event(QEvent* event) {
    // Undo and the window's letters belong to the scene unless a number is being typed.
    if (event->type() == QEvent::ShortcutOverride && !m_typing) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isLetter = key->modifiers() == Qt::NoModifier && key->key() >= Qt::Key_A && key->key() <= Qt::Key_Z;
        if (isLetter || key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QAbstractSpinBox::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_typing) {
        m_typing = false;
        show();
        selectAll();
        return;
    }
    if (!m_typing && (event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo))) {
        event->ignore();
        return;
    }
    const bool takes = m_typing && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter);
    QAbstractSpinBox::keyPressEvent(event);
    // The number is in: the window's keys are the person's next. A list ends its own editor.
    if (takes && !isEditorOfList())
        clearFocus();
}

bool NumberField::isEditorOfList() const {
    return parentWidget() && qobject_cast<const QAbstractItemView*>(parentWidget()->parentWidget());
}

void NumberField::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void NumberField::changeEvent(QEvent* event) {
    QAbstractSpinBox::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
}

void NumberField::commit() {
    if (!m_typing)
        return;
    m_typing = false;
    QString text = lineEdit()->text();
    if (!m_suffix.isEmpty() && text.endsWith(m_suffix))
        text.chop(m_suffix.size());
    const double typed = ValueScale::parse(text);
    const double before = m_value;
    if (!std::isnan(typed)) {
        if (m_scale.allowed(typed) != typed)
            showFieldNote(this, rangeSentence(m_scale));
        go(m_scale.allowed(typed), false);
    }
    if (m_value == before)
        show();
}

void NumberField::show() {
    const QString text = m_scale.text(m_value) + m_suffix;
    if (lineEdit()->text() != text)
        lineEdit()->setText(text);
}

void NumberField::go(double value, bool isStep) {
    if (value == m_value)
        return;
    m_value = value;
    show();
    emit edited(value, isStep);
}

} // namespace softscope
