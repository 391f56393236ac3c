// Light or dark: as the system has it, or as chosen.
#pragma once

#include "ui/desktop_theme.h"

#include <QObject>

namespace softscope {

enum class Appearance { system, light, dark };

/// Gives the application its palette and follows the system's while that is what was chosen.
class AppearanceSwitch : public QObject {
    Q_OBJECT

public:
    explicit AppearanceSwitch(Appearance appearance, QObject* parent = nullptr);

    Appearance chosen() const { return m_chosen; }
    void choose(Appearance appearance);
    /// The system's theme changed: looks again.
    void follow();

private:
    bool systemIsDark() const;
    void apply(bool dark);

    DesktopTheme m_desktop;
    Appearance m_chosen;
    bool m_applying = false;
};

} // namespace softscope
