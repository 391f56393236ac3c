// The line under the maps: exact numbers of the cell beneath the pointer, else of the selected one. Nothing in it moves
// when a number gets longer.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace softscope {

/// One line: the fields stand in fixed places, the note takes what is left.
struct ReadOutLine {
    struct Field {
        QString caption, value;
        bool isLabel = false; ///< a token's label: may be elided
        bool operator==(const Field&) const = default;
    };
    QString tag; ///< "scaled", with compare
    QColor tagColor;
    std::vector<Field> fields;
    QString note;
    bool operator==(const ReadOutLine&) const = default;
    /// In one sentence, for a screen reader.
    QString spoken() const;
};

class ReadOut : public QWidget {
    Q_OBJECT

public:
    explicit ReadOut(QWidget* parent = nullptr);

    /// `labelRoom`: the widest label, in logical pixels.
    void setLines(std::vector<ReadOutLine> lines, int labelRoom);
    /// How many digits of a number there is room for.
    int digits() const;
    const std::vector<ReadOutLine>& lines() const { return m_lines; }
    static int heightFor(const QFont& base, int lines);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLine(QPainter& painter, const ReadOutLine& line, int top, int tagWidth, int fieldGap) const;

    bool isNarrow() const;

    std::vector<ReadOutLine> m_lines;
    int m_labelRoom = 0;
};

} // namespace softscope
