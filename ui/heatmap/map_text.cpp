#include "ui/heatmap/map_text.h"

#include "core/render/number_text.h"

#include <QCoreApplication>

namespace softscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("softscope::MapText", text);
}

QString number(double value) {
    return QString::fromStdString(numberText(value, 4));
}

} // namespace

QString logitFormula(const Softmax& softmax) {
    QString formula = softmax.qkNorm ? QStringLiteral("Q̂ K̂ᵀ") : QStringLiteral("Q Kᵀ");
    switch (softmax.scale.kind) {
    case ScaleKind::sqrt:
        formula += QStringLiteral(" ÷ √dₖ");
        break;
    case ScaleKind::dk:
        formula += QStringLiteral(" ÷ dₖ");
        break;
    case ScaleKind::factor:
        formula += QStringLiteral(" × ") + number(softmax.scale.factor);
        break;
    case ScaleKind::none:
        break;
    }
    if (softmax.temperature != 1)
        formula += QStringLiteral(" ÷ ") + number(softmax.temperature);
    if (softmax.logLength)
        formula += QStringLiteral(" × ln nₖ");
    if (softmax.softcap)
        formula += tr(", capped at ±%1").arg(number(*softmax.softcap));
    return formula;
}

MapHeading mapHeading(MapName map, const Softmax& softmax) {
    switch (map) {
    case MapName::scores:
        return {tr("Raw scores"), softmax.qkNorm ? QStringLiteral("Q̂ K̂ᵀ") : QStringLiteral("Q Kᵀ")};
    case MapName::scaled:
        return {tr("Scores"), logitFormula(softmax)};
    case MapName::weights:
        return {tr("Weights"), tr("softmax")};
    case MapName::jacobian:
        return {tr("Jacobian"), QStringLiteral("‖∂s/∂zⱼ‖")};
    case MapName::jacobianDiagonal:
        return {tr("Jacobian diagonal"), QStringLiteral("sⱼ (1 − sⱼ)")};
    case MapName::rowJacobian:
        return {tr("Row Jacobian"), QStringLiteral("∂sⱼ/∂zₖ")};
    case MapName::output:
        return {tr("Output"), tr("weights · V")};
    case MapName::gradQ:
        return {tr("Gradient of Q"), QStringLiteral("∂L/∂Q")};
    case MapName::gradK:
        return {tr("Gradient of K"), QStringLiteral("∂L/∂K")};
    case MapName::gradV:
        return {tr("Gradient of V"), QStringLiteral("∂L/∂V")};
    case MapName::q:
        return {tr("Queries"), QStringLiteral("Q")};
    case MapName::k:
        return {tr("Keys"), QStringLiteral("K")};
    case MapName::v:
        return {tr("Values"), QStringLiteral("V")};
    }
    return {};
}

QString mapMeaning(MapName map, const QString& queryLabel) {
    switch (map) {
    case MapName::scores:
        return tr("before scale and mask");
    case MapName::scaled:
        return tr("what goes into the softmax");
    case MapName::weights:
        return tr("each row sums to 1");
    case MapName::jacobian:
        return tr("what the gradient still passes");
    case MapName::jacobianDiagonal:
        return tr("how a weight answers its own score");
    case MapName::rowJacobian:
        return tr("of query %1; rows and columns sum to 0").arg(queryLabel);
    case MapName::output:
        return tr("a row a query");
    case MapName::gradQ:
        return tr("what reaches each query vector");
    case MapName::gradK:
        return tr("what reaches each key vector");
    case MapName::gradV:
        return tr("what reaches each value vector");
    case MapName::q:
        return tr("a row a query vector");
    case MapName::k:
        return tr("a row a key vector");
    case MapName::v:
        return tr("a row a value vector");
    }
    return {};
}

QString poolingText(const Map& map) {
    if (map.exact())
        return {};
    return (map.reduce == Reducer::mean ? tr("mean of %1 × %2 cells") : tr("largest of %1 × %2 cells"))
        .arg(map.poolRows)
        .arg(map.poolCols);
}

QString normText(NormKind norm) {
    return norm == NormKind::log ? tr("log colours") : norm == NormKind::symlog ? tr("symlog colours") : QString();
}

QString axisName(Axis axis) {
    switch (axis) {
    case Axis::query:
        return tr("query");
    case Axis::key:
        return tr("key");
    case Axis::dimension:
        return tr("dimension");
    }
    return {};
}

} // namespace softscope
