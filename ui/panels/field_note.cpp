#include "ui/panels/field_note.h"

#include "ui/theme.h"

#include <QAccessible>
#include <QTimer>
#include <QToolTip>

#include <algorithm>

namespace softscope {

namespace {

constexpr int readingTime = 5000; // milliseconds

} // namespace

void showFieldNote(QWidget* field, const QString& sentence) {
    QWidget* const window = field->window();
    const QString name = QStringLiteral("fieldNote");
    delete window->findChild<QLabel*>(name, Qt::FindDirectChildrenOnly);
    auto* note = new QLabel(sentence, window);
    note->setObjectName(name);
    note->setTextFormat(Qt::PlainText);
    note->setAttribute(Qt::WA_TransparentForMouseEvents);
    note->setPalette(QToolTip::palette());
    note->setBackgroundRole(QPalette::ToolTipBase);
    note->setForegroundRole(QPalette::ToolTipText);
    note->setAutoFillBackground(true);
    note->setFrameShape(QFrame::Box);
    note->setMargin(theme::grid / 2);
    note->adjustSize();
    const QPoint below = field->mapTo(window, QPoint(0, field->height() + 2));
    note->move(std::clamp(below.x(), 0, std::max(window->width() - note->width(), 0)),
               std::clamp(below.y(), 0, std::max(window->height() - note->height(), 0)));
    note->show();
    note->raise();
    QTimer::singleShot(readingTime, note, &QObject::deleteLater);
    QAccessibleEvent alert(note, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

} // namespace softscope
