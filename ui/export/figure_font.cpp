#include "ui/export/figure_font.h"

#include "core/base/error.h"

#include <QFontDatabase>
#include <QFontMetricsF>

namespace softscope {

QStringList figureFamilies() {
    // DejaVu first: it has the sub- and superscripts of the formulas.
    return {QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans"), QStringLiteral("Liberation Sans"),
            QStringLiteral("Arial"), QStringLiteral("sans-serif")};
}

QFont figureFont(int pixels, bool bold) {
    QFont font;
    font.setFamilies(figureFamilies());
    font.setPixelSize(pixels);
    font.setBold(bold);
    // Unhinted and grey: the same widths at every size, and no coloured fringes in a file.
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

double textWidth(const QString& text, int pixels, bool bold) {
    return QFontMetricsF(figureFont(pixels, bold)).horizontalAdvance(text);
}

QString elided(const QString& text, double width, int pixels, bool bold) {
    return QFontMetricsF(figureFont(pixels, bold)).elidedText(text, Qt::ElideRight, width);
}

void requireFonts() {
    if (QFontDatabase::families().isEmpty())
        throw Error("This machine has no font to write a figure with: install one, for instance the Debian package "
                    "fonts-dejavu-core.");
}

} // namespace softscope
