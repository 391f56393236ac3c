#include "ui/heatmap/color_bar.h"

#include "tests/catch.h"
#include "ui/theme.h"

using namespace softscope;

TEST_CASE("A colour bar writes one multiplier above it and cuts no number off", "[heatmap]") {
    ColorBar bar;
    bar.setPalette(theme::light());
    const QSize size(ColorBar::widthFor(bar.font(), 600), 260);
    bar.resize(size);
    ColorBar::Content content;
    content.length = 240;
    content.scale.high = 1.25e-16;
    bar.setContent(content);
    CHECK(bar.multiplier() == QStringLiteral("×10⁻¹⁶"));
    // Numbers that need more room than there is are drawn narrower: nothing reaches the edge.
    for (const double high : {1.25e-16, 7.6e29, 0.00095, 1.0}) {
        content.scale.low = high == 1.0 ? 0.99999999 : 0; // a step of 2 × 10⁻⁹
        content.scale.high = high;
        bar.setContent(content);
        CHECK(bar.multiplier().isEmpty() == (high == 1.0));
        const QImage image = bar.grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            REQUIRE(image.pixel(image.width() - 1, y) == image.pixel(image.width() - 1, 0));
    }
}
