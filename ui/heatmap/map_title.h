// The title of a map: a button that opens its menu, and a line of muted text that says how to read it.
#pragma once

#include "ui/heatmap/map_text.h"

#include <QColor>
#include <QToolButton>

namespace softscope {

/// Name in bold, formula after it, elided to the room there is. The button is the title's first line.
class MapTitle : public QToolButton {
    Q_OBJECT

public:
    static constexpr int pad = 6; ///< logical pixels left of the text, for the button's own shape

    explicit MapTitle(QWidget* parent = nullptr);

    void setHeading(const MapHeading& heading);
    /// `tag` stands before the text in a colour of its own: "scaled" and "unscaled" with compare.
    void setSubtitle(const QString& tag, const QColor& tagColor, const QString& text);
    const QString& subtitle() const { return m_subtitle; }
    /// Tag and formula in small letters and nothing else, for a map that stands below one with a whole title.
    void setOneLine(bool oneLine);
    QSize sizeHint() const override;
    static int heightFor(const QFont& base);
    static int lineHeightFor(const QFont& base);

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void paintButton(QPainter& painter, int height);
    void paintSubtitle(QPainter& painter, int top) const;
    void paintLine(QPainter& painter);
    void paintFrame(QPainter& painter, const QRect& place);
    void paintArrow(QPainter& painter, const QPoint& topLeft);
    void paintFocus(QPainter& painter, const QRect& place) const;

    MapHeading m_heading;
    QString m_tag, m_subtitle;
    QColor m_tagColor;
    bool m_oneLine = false;
    bool m_byKeyboard = false; // how the focus came
};

} // namespace softscope
