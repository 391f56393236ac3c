#include "ui/export/figure.h"

#include "core/base/error.h"
#include "core/engine/logits.h"
#include "core/engine/map_region.h"
#include "core/io/atomic_file.h"
#include "core/scene/scene_json.h"
#include "core/scene/validate.h"
#include "ui/export/figure_drawing.h"
#include "ui/export/figure_font.h"
#include "ui/export/figure_text.h"
#include "ui/export/free_memory.h"
#include "ui/export/paint_drawing.h"
#include "ui/export/write_figure.h"

namespace softscope {

namespace {

enum class FigureFormat { png, svg, pdf };

std::optional<FigureFormat> formatOf(const std::filesystem::path& file) {
    const QString ending = QString::fromStdString(file.extension().string()).toLower();
    if (ending == QLatin1String(".png"))
        return FigureFormat::png;
    if (ending == QLatin1String(".svg"))
        return FigureFormat::svg;
    if (ending == QLatin1String(".pdf"))
        return FigureFormat::pdf;
    return std::nullopt;
}

} // namespace

FigureContent figureContent(const Scene& scene, HeadBuilder& builder, const Compute& compute) {
    return figureContent(scene, builder.build(scene.source, scene.edits, compute.threads, compute.stop), compute);
}

FigureContent figureContent(const Scene& scene, HeadPointer built, const Compute& compute) {
    requireFonts();
    FigureContent content;
    content.head = std::move(built);
    const Head& head = *content.head;
    content.scene = fitted(scene, head.nQ(), head.nK());
    content.options = resolve(content.scene.softmax, head.dK());
    if (compute.stop.stop_requested())
        throw Cancelled();

    const FigureLayout layout = layoutFigure(content.scene, head, true);
    const Region region = mapRegion(content.scene.figure.place.map, head, content.scene.view.region);
    // The picture, and for each cell that it can show a number, its pixel and its colour.
    const auto cells = static_cast<std::uintmax_t>(std::min<Index>(region.rows(), layout.map.height())) *
                       static_cast<std::uintmax_t>(std::min<Index>(region.cols(), layout.map.width()));
    requireMemory(4 * static_cast<std::uintmax_t>(layout.width) * static_cast<std::uintmax_t>(layout.height) +
                      12 * cells,
                  "A picture of " + std::to_string(layout.width) + " × " + std::to_string(layout.height) + " pixels");

    Pass pass;
    pass.options = content.options;
    pass.maps = {
        {content.scene.figure.place.map, region, layout.map.height(), layout.map.width(), content.scene.view.reduce}};
    pass.rows = false;
    pass.selected = content.scene.selection.row;
    Compute all = compute;
    std::shared_ptr<const MatrixF> upstream;
    if (all.upstream == nullptr) {
        upstream = upstreamOf(content.scene, head);
        all.upstream = upstream.get();
    }
    content.map = std::move(evaluate(head, pass, all).maps.front());
    return content;
}

QString leftOut(const FigureContent& content) {
    return leftOut(layoutFigure(content.scene, *content.head, true));
}

bool isFigureEnding(const std::filesystem::path& file) {
    return formatOf(file).has_value();
}

void requireFigureEnding(const std::filesystem::path& file) {
    if (!isFigureEnding(file))
        throw UsageError("A figure is written to a file whose name ends in .png, .svg or .pdf, not to " +
                         file.string() + ".");
}

QImage figureImage(const FigureContent& content) {
    return imageOf(drawFigure(content));
}

void writeFigure(const std::filesystem::path& file, const FigureContent& content, const std::stop_token& stop) {
    requireFigureEnding(file);
    const FigureFormat format = *formatOf(file);
    requireFonts();
    const Drawing drawing = drawFigure(content);
    const double dpi = content.scene.figure.dpi;
    const std::string json = toJson(content.scene);
    const QByteArray bytes = format == FigureFormat::png   ? pngBytes(drawing, dpi, json, stop)
                             : format == FigureFormat::svg ? svgBytes(drawing, dpi, json, stop)
                                                           : pdfBytes(drawing, dpi, json, stop);
    if (stop.stop_requested())
        throw Cancelled();
    writeFileAtomically(file, std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size())));
}

} // namespace softscope
