#include "ui/theme.h"

namespace softscope::theme {

namespace {

struct Colors {
    QRgb window, base, text, disabled, button, accent, orange, muted, hairline, warning;
};
constexpr Colors lightColors{0xfff7f7f8, 0xffffffff, 0xff1b1b1d, 0xff9a9a9f, 0xfff0f0f2,
                             0xff1f6fc8, 0xffe8890c, 0xff63636a, 0xffdcdce0, 0xfffff0c8};
constexpr Colors darkColors{0xff1d1f22, 0xff26282c, 0xffe9e9ec, 0xff707278, 0xff2e3136,
                            0xff4f9cf0, 0xfff5a02c, 0xff9b9da5, 0xff3a3d43, 0xff4a3d12};

const Colors& colorsFor(const QPalette& palette) {
    return isDark(palette) ? darkColors : lightColors;
}

QPalette paletteOf(const Colors& c) {
    QPalette p(QColor::fromRgb(c.button), QColor::fromRgb(c.window)); // bevels and edges follow these two
    p.setColor(QPalette::Window, QColor::fromRgb(c.window));
    p.setColor(QPalette::Base, QColor::fromRgb(c.base));
    p.setColor(QPalette::AlternateBase, QColor::fromRgb(c.window));
    p.setColor(QPalette::Button, QColor::fromRgb(c.button));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        p.setColor(role, QColor::fromRgb(c.text));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, QColor::fromRgb(c.disabled));
    p.setColor(QPalette::PlaceholderText, QColor::fromRgb(c.muted));
    p.setColor(QPalette::ToolTipBase, QColor::fromRgb(c.base));
    p.setColor(QPalette::Highlight, QColor::fromRgb(c.accent));
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, QColor::fromRgb(c.accent));
    p.setColor(QPalette::Mid, QColor::fromRgb(c.hairline));
    return p;
}

} // namespace

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}
QColor scaled(const QPalette& palette) {
    return QColor::fromRgb(colorsFor(palette).accent);
}
QColor unscaled(const QPalette& palette) {
    return QColor::fromRgb(colorsFor(palette).orange);
}
QColor selection(const QPalette& palette) {
    return QColor::fromRgb(colorsFor(palette).orange);
}
QColor muted(const QPalette& palette) {
    return QColor::fromRgb(colorsFor(palette).muted);
}
QColor hairline(const QPalette& palette) {
    return QColor::fromRgb(colorsFor(palette).hairline);
}
QColor warning(const QPalette& palette) {
    return QColor::fromRgb(colorsFor(palette).warning);
}

QPalette light() {
    return paletteOf(lightColors);
}
QPalette dark() {
    return paletteOf(darkColors);
}

} // namespace softscope::theme
