// What stands over a map: its name, its formula and one line that says how to read it.
#pragma once

#include "core/engine/frame.h"
#include "core/render/color_scale.h"

#include <QString>

namespace softscope {

struct MapHeading {
    QString name;    ///< "Weights"
    QString formula; ///< "softmax"
};

/// `softmax`: of this map (with compare, scaled or unscaled); its options stand in the formula.
MapHeading mapHeading(MapName map, const Softmax& softmax);
/// "Q Kᵀ ÷ √dₖ", with temperature, softcap and QK-norm where they are on.
QString logitFormula(const Softmax& softmax);
/// How the map is read: "each row sums to 1". `queryLabel`: of the selected row.
QString mapMeaning(MapName map, const QString& queryLabel);
/// "largest of 10 × 10 cells" where the map is pooled, else empty.
QString poolingText(const Map& map);
/// "log" or "symlog", empty where linear.
QString normText(NormKind norm);
/// "query", "key" or "dimension".
QString axisName(Axis axis);

} // namespace softscope
