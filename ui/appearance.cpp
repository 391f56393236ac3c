#include "ui/appearance.h"

#include "ui/theme.h"

#include <QApplication>
#include <QScopedValueRollback>

namespace softscope {

AppearanceSwitch::AppearanceSwitch(Appearance appearance, QObject* parent) : QObject(parent), m_chosen(appearance) {
    connect(&m_desktop, &DesktopTheme::changed, this, &AppearanceSwitch::follow);
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
    if (m_desktop.dark())
        return *m_desktop.dark();
    QApplication::setPalette(QPalette()); // back to what the desktop's theme says
    return theme::isDark(QApplication::palette());
}

void AppearanceSwitch::apply(bool dark) {
    const QPalette palette = dark ? theme::dark() : theme::light();
    if (QApplication::palette() != palette)
        QApplication::setPalette(palette);
}

} // namespace softscope
