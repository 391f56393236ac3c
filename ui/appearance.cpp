#include "ui/appearance.h"

#include "ui/theme.h"

#include <QApplication>
#include <QScopedValueRollback>
#include <QStyleHints>

namespace softscope {

AppearanceSwitch::AppearanceSwitch(Appearance appearance, QObject* parent) : QObject(parent), m_chosen(appearance) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, &AppearanceSwitch::follow);
#endif
    choose(appearance);
}

void AppearanceSwitch::choose(Appearance appearance) {
    m_chosen = appearance;
    if (m_applying) // setting a palette is itself told as a change of theme
        return;
    const QScopedValueRollback guard(m_applying, true);
    apply(m_chosen == Appearance::dark || (m_chosen == Appearance::system && systemIsDark()));
}

void AppearanceSwitch::follow() {
    if (m_chosen == Appearance::system)
        choose(Appearance::system);
}

bool AppearanceSwitch::systemIsDark() const {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (QGuiApplication::styleHints()->colorScheme() != Qt::ColorScheme::Unknown)
        return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
#endif
    QApplication::setPalette(QPalette()); // back to what the desktop's theme says
    return theme::isDark(QApplication::palette());
}

void AppearanceSwitch::apply(bool dark) {
    const QPalette palette = dark ? theme::dark() : theme::light();
    if (QApplication::palette() != palette)
        QApplication::setPalette(palette);
}

} // namespace softscope
