// HeatmapBoard: titles, selection, crosshair and read-out.
#include "ui/heatmap/heatmap_board.h"

#include "core/engine/logits.h"
#include "core/render/number_text.h"
#include "ui/heatmap/axis_labels.h"
#include "ui/heatmap/cell_numbers.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/map_text.h"
#include "ui/heatmap/map_title.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <algorithm>

namespace softscope {

namespace {

QString numberOf(const std::optional<double>& value, int digits) {
    return value ? QString::fromStdString(numberText(*value, digits)) : QStringLiteral("–");
}

/// "10 it", or "10" where a token has no label of its own.
QString tokenText(const std::vector<std::string>& labels, Index token) {
    if (token < 0)
        return QStringLiteral("–");
    QString number = QString::number(token);
    if (std::size_t(token) >= labels.size())
        return number;
    return number + QStringLiteral("  ") + displayLabel(labels[std::size_t(token)]);
}

/// The softmax that a map is of: with compare the upper row has a scale, the lower has none.
Softmax softmaxOf(const Shown& shown, bool upper) {
    const bool own = shown.maps.size() <= 3 || upper == shown.frameIsScaled;
    return own ? shown.scene.softmax : withOtherScale(shown.scene.softmax);
}

/// Below a map with the same formula it is not repeated.
MapHeading lowerHeading(MapHeading heading, const Shown& shown, MapName map) {
    if (heading.formula == mapHeading(map, softmaxOf(shown, true)).formula)
        heading.formula.clear();
    return heading;
}

/// What a map on its way shows, or how a complete one is pooled.
QString coverageText(const Coverage& coverage, const Map& map) {
    if (coverage.complete() || rowAxis(map.name) != Axis::query)
        return poolingText(map);
    return HeatmapBoard::tr("%1 of %2 rows so far").arg(coverage.rows).arg(coverage.of);
}

QString joined(const QStringList& parts) {
    QStringList filled = parts;
    filled.removeAll(QString());
    return filled.join(QStringLiteral(" · "));
}

} // namespace

void HeatmapBoard::showTitles() {
    const std::size_t count = views().size();
    for (std::size_t i = 0; i < count; ++i) {
        const ShownMap& shown = m_shown->maps[i];
        const bool upper = i<3, compare = count> 3;
        const QString row = tokenText(m_shown->head->queryLabels, m_shown->scene.selection.row);
        const MapHeading heading = mapHeading(shown.map.name, softmaxOf(*m_shown, upper));
        QString tag;
        if (compare && (i % 3 == 0 || !upper))
            tag = upper ? tr("scaled") : tr("unscaled");
        m_places[i].title->setHeading(upper ? heading : lowerHeading(heading, *m_shown, shown.map.name));
        m_places[i].title->setSubtitle(tag, upper ? theme::scaled(palette()) : theme::unscaled(palette()),
                                       joined({m_session->isRangeLocked(int(i % 3)) ? tr("range locked") : QString(),
                                               coverageText(m_shown->coverage, shown.map),
                                               normText(shown.picture.scale.norm), mapMeaning(shown.map.name, row)}));
        m_places[i].view->setAccessibleName(joined({compare ? (upper ? tr("scaled") : tr("unscaled")) : QString(),
                                                    tr("map of %1").arg(heading.name + u' ' + heading.formula)}));
    }
}

void HeatmapBoard::showSelection() {
    const Selection selection = m_session->scene().selection;
    for (HeatmapView* view : views()) {
        const std::size_t i =
            std::size_t(std::find_if(m_places.begin(), m_places.end(), [&](const Place& p) { return p.view == view; }) -
                        m_places.begin());
        const MapName map = m_shown->maps[i].map.name;
        const MapCell cell = cellIn(map, {selection.row, selection.key});
        view->setSelected(cell);
        m_places[i].rowLabels->setSelected(cell.row);
        m_places[i].columnLabels->setSelected(cell.col);
        view->setAccessibleDescription(lineFor(i < 3, {selection.row, selection.key}).spoken());
    }
    if (m_hoverByKeys && m_hoverPlace < views().size()) {
        const MapName map = m_shown->maps[m_hoverPlace].map.name;
        setHover(m_hoverPlace, {cellIn(map, {selection.row, selection.key}).row, m_hoverCell.col});
    } else {
        showReadOut();
    }
}

void HeatmapBoard::setHover(std::size_t index, const MapCell& cell) {
    m_hoverPlace = index;
    m_hoverCell = cell;
    const std::vector<HeatmapView*> all = views();
    const bool on = cell.row >= 0 && index < all.size();
    const TokenCell tokens = on ? tokensOf(m_shown->maps[index].map.name, cell) : TokenCell();
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i]->setHovered(on && i == index ? cell : cellIn(m_shown->maps[i].map.name, tokens));
    showReadOut();
}

void HeatmapBoard::showReadOut() {
    const std::size_t count = views().size();
    if (count == 0) {
        m_readOut->setLines({}, 0);
        return;
    }
    const Selection selection = m_session->scene().selection;
    TokenCell tokens{selection.row, selection.key};
    if (m_hoverCell.row >= 0 && m_hoverPlace < count) {
        const MapName map = m_shown->maps[m_hoverPlace].map.name;
        const Index row = tokens.query;
        tokens = tokensOf(map, m_hoverCell);
        if (map == MapName::rowJacobian) // it is of the selected row
            tokens.query = row;
    }
    std::vector<ReadOutLine> lines{lineFor(true, tokens)};
    if (count > 3) {
        lines[0].tag = tr("scaled");
        lines[0].tagColor = theme::scaled(palette());
        lines.push_back(lineFor(false, tokens));
        lines[1].tag = tr("unscaled");
        lines[1].tagColor = theme::unscaled(palette());
    }
    for (std::size_t line = 0; line < lines.size(); ++line)
        addHovered(lines[line], line == 0);
    m_readOut->setLines(std::move(lines), m_labelRoom);
}

ReadOutLine HeatmapBoard::lineFor(bool upper, const TokenCell& tokens) const {
    const Head& head = *m_shown->head;
    const CellNumbers numbers = numbersAt(head, frameOf(*m_shown, upper), mapsOf(*m_shown, upper), tokens);
    const int digits = m_readOut->digits();
    const auto unlessMasked = [&](const std::optional<double>& value) {
        return numbers.masked ? tr("masked") : numberOf(value, digits);
    };
    ReadOutLine line;
    line.fields = {{tr("query"), tokenText(head.queryLabels, tokens.query), true, true},
                   {tr("key"), tokenText(head.keyLabels, tokens.key), true, true},
                   {tr("score"), numberOf(numbers.score, digits), false, true},
                   {tr("logit"), numbers.masked ? QStringLiteral("−∞") : numberOf(numbers.scaled, digits)},
                   {tr("weight"), unlessMasked(numbers.weight)},
                   {QStringLiteral("‖∂s/∂z‖"), unlessMasked(numbers.jacobian)},
                   {tr("entropy"), numberOf(numbers.entropy, digits)}};
    return line;
}

/// What the hovered map shows there, where the fields do not say it: in front of those that are at hand.
void HeatmapBoard::addHovered(ReadOutLine& line, bool upper) const {
    const std::size_t count = views().size(), index = count > 3 ? m_hoverPlace % 3 + (upper ? 0 : 3) : m_hoverPlace;
    if (m_hoverCell.row < 0 || index >= count)
        return;
    const Map& map = m_shown->maps[index].map;
    const bool inFields = map.name == MapName::scores || map.name == MapName::scaled || map.name == MapName::weights ||
                          map.name == MapName::jacobian;
    if (inFields && map.exact())
        return;
    const QString value = numberOf(valueAt(map, m_hoverCell), m_readOut->digits());
    if (inFields) {
        if (index == m_hoverPlace)
            line.note = tr("pooled %1; click for exact numbers").arg(value);
        return;
    }
    std::vector<ReadOutLine::Field> fields{line.fields[0], line.fields[1]};
    const auto numbered = [](const QString& caption, Index number) {
        return ReadOutLine::Field{caption, QString::number(number), true, true};
    };
    if (map.name == MapName::rowJacobian)
        fields = {line.fields[0], numbered(QStringLiteral("j"), m_hoverCell.row),
                  numbered(QStringLiteral("k"), m_hoverCell.col)};
    if (columnAxis(map.name) == Axis::dimension)
        fields.push_back(numbered(tr("dimension"), m_hoverCell.col));
    if (map.name != MapName::rowJacobian)
        fields.insert(fields.end(), line.fields.begin() + 2, line.fields.end());
    const auto notAtHand = [](const ReadOutLine::Field& field) { return field.value == QStringLiteral("–"); };
    fields.erase(std::remove_if(fields.begin(), fields.end(), notAtHand), fields.end());
    const auto number = std::find_if(fields.begin(), fields.end(), [](const auto& field) { return !field.isLabel; });
    fields.insert(number, {mapHeading(map.name, m_shown->scene.softmax).formula, value});
    line.fields = std::move(fields);
    line.note = poolingText(map);
}

} // namespace softscope
