// The words of a figure: title, axes, colour bar, notes.
#pragma once

#include "ui/export/figure.h"

#include <QString>
#include <QStringList>

namespace softscope {

/// UTF-8 as it can be drawn and written in XML: control characters become their visible symbols (␀ to ␟, ␡), what is
/// not UTF-8 or not a character becomes U+FFFD.
QString drawableText(std::string_view utf8);

/// "QKᵀ/√dₖ": the logits as a formula, with the scene's scale, temperature, softcap and QK-norm.
QString paperFormula(const Softmax& softmax);
/// The figure's own title, or one made from the scene: "Weights, softmax(QKᵀ/√dₖ), dₖ = 64, n = 64".
QString figureTitle(const Scene& scene, const Head& head);
/// "Weights": a map in a list.
QString mapChoice(MapName map);
QString figureAxisName(Axis axis);
/// "weight, linear": what the colour bar's numbers are, and the norm.
QString colorBarTitle(const Scene& scene);
/// "largest of 4 × 4 cells"; empty where the map is exact.
QString pooledNote(const Map& map);
/// "queries 3 to 7, keys 0 to 12" of a part of a map; empty for the whole.
QString regionNote(const Region& region, const Scene& scene, const Head& head);
/// All that has to be said under the map.
QStringList figureNotes(const FigureContent& content);

} // namespace softscope
