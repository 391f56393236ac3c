// The line under the maps: exact numbers of the cell beneath the pointer, else of the selected one. Nothing in it moves
// when a number gets longer.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <span>
#include <vector>

namespace softscope {

/// One line: the fields stand in fixed places, the note takes what is left.
struct ReadOutLine {
    struct Field {
        QString caption, value;
        bool isLabel = false; ///< a token's label: may be elided
        bool shared = false;  ///< the same in every line: where lines are folded it is written once
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
    /// The height of `lines` lines at a width. Where a row is too short for a line, one line takes two rows, and
    /// several share a row of what they have in common.
    static int heightFor(const QFont& base, int width, int lines);

signals:
    /// The room for a number is another one: digits() changed.
    void digitsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Where the next text goes.
    struct Row {
        QPainter& painter;
        int left, top, fieldGap;
    };
    void put(Row& row, const QString& text, const QColor& color, int room, int advance) const;
    void paintFields(Row& row, std::span<const ReadOutLine::Field> fields) const;
    void paintShared(Row row) const;
    bool isFolded() const;

    std::vector<ReadOutLine> m_lines;
    int m_labelRoom = 0;
};

} // namespace softscope
