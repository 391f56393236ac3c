#include "ui/export/phase_figure.h"

#include "core/io/atomic_file.h"
#include "core/scene/scene_json.h"
#include "ui/export/figure_drawing.h"
#include "ui/export/figure_font.h"
#include "ui/export/figure_text.h"
#include "ui/export/write_figure.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int em = 14, width = 1140, height = 592;
constexpr int panel = 440, top = 76; // the side of a map, and where it begins

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PhaseFigure)
};

ColorScale participationScale() {
    return {NormKind::linear, Colormap::viridis, 0, 1, 1};
}

void write(Drawing& drawing, const QString& words, const QPointF& at, TextAnchor anchor, const QColor& color,
           int pixels = em, bool bold = false, int rotation = 0) {
    DrawnText text;
    text.text = words;
    text.at = at;
    text.pixels = pixels;
    text.bold = bold;
    text.color = color;
    text.anchor = anchor;
    text.rotation = rotation;
    drawing.texts.push_back(text);
}

/// One scale's map in a square.
class Panel {
public:
    Panel(const PhaseMap& map, std::size_t scale, int left)
        : m_map(map), m_scale(scale), m_left(left), m_x(cellEdges(map.tokens)), m_y(cellEdges(map.sizes)) {}

    void draw(Drawing& drawing, const QString& title) const {
        drawCells(drawing);
        drawTicks(drawing);
        write(drawing, title, QPointF(m_left, top - 0.6 * em), TextAnchor::start, ink::text, em, true);
        write(drawing, Words::tr("tokens n"), QPointF(m_left + panel / 2.0, top + panel + 2.6 * em), TextAnchor::middle,
              ink::muted);
    }
    void drawLine(Drawing& drawing, const std::vector<PhasePoint>& line) const {
        std::vector<QLineF> pieces;
        for (std::size_t i = 1; i < line.size(); ++i)
            pieces.emplace_back(xAt(std::log2(line[i - 1].tokens)), yAt(std::log2(line[i - 1].dK)),
                                xAt(std::log2(line[i].tokens)), yAt(std::log2(line[i].dK)));
        drawing.lines.push_back({pieces, QColor(0, 0, 0, 160), 5});
        drawing.lines.push_back({pieces, Qt::white, 2.5});
    }
    PhasePoint low() const { return {std::exp2(m_x.front()), std::exp2(m_y.front())}; }
    PhasePoint high() const { return {std::exp2(m_x.back()), std::exp2(m_y.back())}; }

private:
    double xAt(double place) const { return m_left + panel * (place - m_x.front()) / (m_x.back() - m_x.front()); }
    double yAt(double place) const { return top + panel * (1 - (place - m_y.front()) / (m_y.back() - m_y.front())); }

    void drawCells(Drawing& drawing) const {
        Grid grid;
        for (const double edge : m_x)
            grid.xEdges.push_back(int(std::lround(xAt(edge))));
        for (auto edge = m_y.rbegin(); edge != m_y.rend(); ++edge)
            grid.yEdges.push_back(int(std::lround(yAt(*edge))));
        const ColorScale scale = participationScale();
        for (std::size_t size = m_map.sizes.size(); size-- > 0;) {
            for (std::size_t token = 0; token < m_map.tokens.size(); ++token) {
                const double value = m_map.at(m_scale, token, size).participation;
                grid.colors.push_back(std::isnan(value) ? 0U : scale.color(float(value)));
            }
        }
        drawing.grids.push_back(std::move(grid));
    }

    void drawTicks(Drawing& drawing) const {
        DrawnLines marks{{}, ink::rule, 1};
        const int base = top + panel;
        double lastX = -1e9, lastY = 1e9;
        for (int p = 0; p <= 20; ++p) {
            const QString number = QString::number(1 << p);
            if (const double x = xAt(p); p >= m_x.front() && p <= m_x.back()) {
                marks.lines.emplace_back(x, base, x, base + 5);
                if (x - lastX > textWidth(number, em) + em) {
                    write(drawing, number, QPointF(x, base + 1.4 * em), TextAnchor::middle, ink::text);
                    lastX = x;
                }
            }
            if (const double y = yAt(p); p >= m_y.front() && p <= m_y.back()) {
                marks.lines.emplace_back(m_left - 5, y, m_left, y);
                if (lastY - y > 1.3 * em) {
                    write(drawing, number, QPointF(m_left - 8, y + 0.36 * em), TextAnchor::end, ink::text);
                    lastY = y;
                }
            }
        }
        drawing.lines.push_back(marks);
    }

    const PhaseMap& m_map;
    std::size_t m_scale;
    int m_left;
    std::vector<double> m_x, m_y;
};

Drawing drawPhase(const Scene& scene, const PhaseMap& map) {
    Drawing drawing;
    drawing.width = width;
    drawing.height = height;
    drawing.transparent = scene.figure.transparent;
    drawing.title = scene.figure.title.empty()
                        ? Words::tr("Where the softmax freezes: participation Σp² of random rows")
                        : drawableText(scene.figure.title);
    constexpr int left = 72, gap = 72;
    write(drawing, drawing.title, QPointF(left, 1.9 * em), TextAnchor::start, ink::text, 17, true);
    write(drawing, QStringLiteral("dₖ"), QPointF(1.4 * em, top + panel / 2.0), TextAnchor::middle, ink::muted, em,
          false, -90);
    const std::array scales{ScaleKind::none, ScaleKind::sqrt};
    for (std::size_t scale = 0; scale < scales.size(); ++scale) {
        Softmax softmax = scene.softmax;
        softmax.scale = {scales[scale]};
        const Panel one(map, scale, left + int(scale) * (panel + gap));
        one.draw(drawing, QStringLiteral("softmax(%1)").arg(paperFormula(softmax)));
        one.drawLine(drawing, freezingLine(scene, softmax.scale, one.low(), one.high()));
    }
    FigureLayout layout;
    layout.width = width;
    layout.em = em;
    layout.bar = QRect(left + 2 * panel + gap + 24, top, 18, panel);
    Picture bar;
    bar.scale = participationScale();
    drawColorBar(drawing, layout, bar, Words::tr("Σp²: 1 is one key, 1/n all alike"));
    const QString note =
        Words::tr("mean over %1 heads, at most %2 rows of each; the line: σ² = 2 ln n, where the random "
                  "energy model freezes")
            .arg(map.trials)
            .arg(map.mostRows);
    write(drawing, note, QPointF(left, height - 0.8 * em), TextAnchor::start, ink::muted, em - 2);
    return drawing;
}

} // namespace

void writePhaseFigure(const std::filesystem::path& file, const Scene& scene, const PhaseMap& map,
                      const std::stop_token& stop) {
    requireFonts();
    const QByteArray bytes = pngBytes(drawPhase(scene, map), scene.figure.dpi, toJson(scene), stop);
    throwIfStopped(stop);
    writeFileAtomically(file, std::string_view(bytes.data(), std::size_t(bytes.size())));
}

} // namespace softscope
