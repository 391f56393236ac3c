#include "ui/export/figure_text.h"

#include "core/render/number_text.h"

#include <QCoreApplication>

namespace softscope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

QString shortLabel(const Head& head, Index i) {
    const bool named = i < static_cast<Index>(head.queryLabels.size());
    const QString label = named ? drawableText(head.queryLabels[static_cast<std::size_t>(i)]) : QString();
    if (label.isEmpty())
        return QString::number(i);
    return label.size() <= 24 ? Words::tr("%1 “%2”").arg(i).arg(label)
                              : Words::tr("%1 “%2…”").arg(i).arg(label.left(23));
}

QString mapTitle(const Scene& scene, const Head& head) {
    const QString logits = paperFormula(scene.softmax);
    const QString softmax = QStringLiteral("softmax(%1)").arg(logits);
    switch (scene.figure.place.map) {
    case MapName::scores:
        return Words::tr("Scores, QKᵀ");
    case MapName::scaled:
        return Words::tr("Logits, %1").arg(logits);
    case MapName::weights:
        return Words::tr("Weights, %1").arg(softmax);
    case MapName::jacobian:
        return Words::tr("Jacobian magnitude ‖∂s/∂zⱼ‖, s = %1").arg(softmax);
    case MapName::jacobianDiagonal:
        return Words::tr("Jacobian diagonal sⱼ(1 − sⱼ), s = %1").arg(softmax);
    case MapName::rowJacobian:
        return Words::tr("Jacobian ∂sⱼ/∂zₖ of row %1, s = %2").arg(shortLabel(head, scene.selection.row), softmax);
    case MapName::output:
        return Words::tr("Output, %1V").arg(softmax);
    case MapName::gradQ:
        return Words::tr("Gradient ∂L/∂Q, O = %1V").arg(softmax);
    case MapName::gradK:
        return Words::tr("Gradient ∂L/∂K, O = %1V").arg(softmax);
    case MapName::gradV:
        return Words::tr("Gradient ∂L/∂V, O = %1V").arg(softmax);
    case MapName::q:
        return Words::tr("Queries Q");
    case MapName::k:
        return Words::tr("Keys K");
    case MapName::v:
        return Words::tr("Values V");
    }
    return {};
}

bool usesLogits(MapName map) {
    return map != MapName::scores && map != MapName::q && map != MapName::k && map != MapName::v;
}

bool showsValues(MapName map) {
    return map == MapName::output || map == MapName::gradV || map == MapName::v;
}

QString maskName(const Mask& mask) {
    switch (mask.kind) {
    case MaskKind::causal:
        return Words::tr("causal mask");
    case MaskKind::causalEnd:
        return Words::tr("causal mask, end-aligned");
    case MaskKind::window:
        return mask.left == mask.right ? Words::tr("window ±%1").arg(mask.left)
                                       : Words::tr("window −%1 to +%2").arg(mask.left).arg(mask.right);
    }
    return {};
}

QString quantity(MapName map) {
    switch (map) {
    case MapName::scores:
        return QStringLiteral("q·k");
    case MapName::scaled:
        return Words::tr("logit");
    case MapName::weights:
        return Words::tr("weight");
    case MapName::jacobian:
        return QStringLiteral("‖∂s/∂zⱼ‖");
    case MapName::jacobianDiagonal:
        return QStringLiteral("sⱼ(1 − sⱼ)");
    case MapName::rowJacobian:
        return QStringLiteral("∂sⱼ/∂zₖ");
    case MapName::output:
        return Words::tr("output");
    case MapName::gradQ:
        return QStringLiteral("∂L/∂q");
    case MapName::gradK:
        return QStringLiteral("∂L/∂k");
    case MapName::gradV:
        return QStringLiteral("∂L/∂v");
    case MapName::q:
    case MapName::k:
    case MapName::v:
        return Words::tr("component");
    }
    return {};
}

QString span(Axis axis, Index begin, Index end) {
    const QString name = axis == Axis::query ? Words::tr("queries %1 to %2")
                         : axis == Axis::key ? Words::tr("keys %1 to %2")
                                             : Words::tr("dimensions %1 to %2");
    return name.arg(begin).arg(end - 1);
}

} // namespace

QString drawableText(std::string_view utf8) {
    QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    for (QChar& c : text) {
        const char16_t code = c.unicode();
        if (c.category() == QChar::Other_Control)
            c = u' ';
        else if (code == 0xfffe || code == 0xffff)
            c = QChar(0xfffd);
    }
    return text;
}

QString paperFormula(const Softmax& softmax) {
    const QString product = softmax.qkNorm ? QStringLiteral("Q̂K̂ᵀ") : QStringLiteral("QKᵀ");
    const bool tempered = softmax.temperature != 1;
    QString formula;
    switch (softmax.scale.kind) {
    case ScaleKind::sqrt:
        formula = product + (tempered ? QStringLiteral("/(T√dₖ)") : QStringLiteral("/√dₖ"));
        break;
    case ScaleKind::dk:
        formula = product + (tempered ? QStringLiteral("/(T dₖ)") : QStringLiteral("/dₖ"));
        break;
    case ScaleKind::none:
        formula = product + (tempered ? QStringLiteral("/T") : QString());
        break;
    case ScaleKind::factor:
        formula = QStringLiteral("%1·%2").arg(number(softmax.scale.factor), product) +
                  (tempered ? QStringLiteral("/T") : QString());
        break;
    }
    if (softmax.logLength)
        formula = QStringLiteral("ln nₖ·") + formula;
    if (softmax.softcap)
        formula = QStringLiteral("c·tanh(%1/c)").arg(formula);
    return formula;
}

QString figureTitle(const Scene& scene, const Head& head) {
    if (!scene.figure.title.empty())
        return QString::fromStdString(scene.figure.title);
    QStringList parts{mapTitle(scene, head)};
    if (usesLogits(scene.figure.place.map)) {
        if (scene.softmax.temperature != 1)
            parts << QStringLiteral("T = %1").arg(number(scene.softmax.temperature));
        if (scene.softmax.softcap)
            parts << QStringLiteral("c = %1").arg(number(*scene.softmax.softcap));
        if (scene.softmax.sink)
            parts << Words::tr("sink %1").arg(number(*scene.softmax.sink));
        for (const Mask& mask : scene.softmax.masks)
            parts << maskName(mask);
    }
    parts << QStringLiteral("dₖ = %1").arg(head.dK());
    if (showsValues(scene.figure.place.map))
        parts << QStringLiteral("dᵥ = %1").arg(head.dV());
    parts << (head.nQ() == head.nK() ? QStringLiteral("n = %1").arg(head.nQ())
                                     : QStringLiteral("n = %1 × %2").arg(head.nQ()).arg(head.nK()));
    return parts.join(QStringLiteral(", "));
}

QString mapChoice(MapName map) {
    switch (map) {
    case MapName::scores:
        return Words::tr("Raw scores q·k");
    case MapName::scaled:
        return Words::tr("Logits");
    case MapName::weights:
        return Words::tr("Weights");
    case MapName::jacobian:
        return Words::tr("Jacobian magnitude");
    case MapName::jacobianDiagonal:
        return Words::tr("Jacobian diagonal");
    case MapName::rowJacobian:
        return Words::tr("Jacobian of the selected row");
    case MapName::output:
        return Words::tr("Output");
    case MapName::gradQ:
        return Words::tr("Gradient of the queries");
    case MapName::gradK:
        return Words::tr("Gradient of the keys");
    case MapName::gradV:
        return Words::tr("Gradient of the values");
    case MapName::q:
        return Words::tr("Queries");
    case MapName::k:
        return Words::tr("Keys");
    case MapName::v:
        return Words::tr("Values");
    }
    return {};
}

QString figureAxisName(Axis axis) {
    switch (axis) {
    case Axis::query:
        return Words::tr("query");
    case Axis::key:
        return Words::tr("key");
    case Axis::dimension:
        return Words::tr("dimension");
    }
    return {};
}

QString colorBarTitle(const Scene& scene) {
    const Display& display = scene.figure.place.display;
    const QString norm = display.norm == NormKind::linear ? Words::tr("linear")
                         : display.norm == NormKind::log  ? Words::tr("log")
                                                          : Words::tr("symlog");
    return Words::tr("%1, %2").arg(quantity(scene.figure.place.map), norm);
}

QString pooledNote(const Map& map) {
    if (map.exact())
        return {};
    const QString note =
        map.reduce == Reducer::maximum ? Words::tr("largest of %1 × %2 cells") : Words::tr("mean of %1 × %2 cells");
    return note.arg(map.poolRows).arg(map.poolCols);
}

QString regionNote(const Region& region, const Scene& scene, const Head& head) {
    const MapName map = scene.figure.place.map;
    const Region whole = wholeMap(map, head);
    QStringList parts;
    if (region.rowBegin != whole.rowBegin || region.rowEnd != whole.rowEnd)
        parts << span(rowAxis(map), region.rowBegin, region.rowEnd);
    if (region.colBegin != whole.colBegin || region.colEnd != whole.colEnd)
        parts << span(columnAxis(map), region.colBegin, region.colEnd);
    return parts.join(QStringLiteral(", "));
}

QStringList figureNotes(const FigureContent& content) {
    QStringList notes{regionNote(content.map.region, content.scene, *content.head), pooledNote(content.map)};
    const Range& range = content.scene.figure.place.display.range;
    if (range.kind == RangeKind::percentile)
        notes << Words::tr("%1 % of the cells cut at each end").arg(QString::number(range.percentile, 'g', 4));
    notes.removeAll(QString());
    return notes;
}

} // namespace softscope
