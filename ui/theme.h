// Colours that are not the style's own, by role, for the palette at hand: light and dark follow it.
#pragma once

#include <QColor>
#include <QPalette>

namespace softscope::theme {

bool isDark(const QPalette& palette);
QColor scaled(const QPalette& palette);    ///< the accent; everything "with the scale" in charts
QColor unscaled(const QPalette& palette);  ///< everything "without the scale"
QColor selection(const QPalette& palette); ///< the selected cell in a map
QColor muted(const QPalette& palette);     ///< secondary text: subtitles, tick labels
QColor hairline(const QPalette& palette);  ///< grid lines, separators
QColor warning(const QPalette& palette);   ///< the message bar's background

/// The two palettes of the program, over the Fusion style.
QPalette light();
QPalette dark();

inline constexpr int grid = 8; ///< pixels; distances are whole or half multiples

} // namespace softscope::theme
