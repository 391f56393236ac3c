// The letters of figures: one family whatever the desktop's font is, so that a figure made again is the same.
#pragma once

#include <QFont>
#include <QStringList>

namespace softscope {

/// Families in order of preference, for the SVG too.
QStringList figureFamilies();
QFont figureFont(int pixels, bool bold = false);
double textWidth(const QString& text, int pixels, bool bold = false);
/// Shortened with an ellipsis to at most `width` pixels; unchanged where it fits.
QString elided(const QString& text, double width, int pixels, bool bold = false);
/// Throws Error where the machine has no font at all: text would be missing silently.
void requireFonts();

} // namespace softscope
