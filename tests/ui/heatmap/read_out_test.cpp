#include "ui/heatmap/read_out.h"

#include "tests/catch.h"

#include <QSignalSpy>

using namespace softscope;

TEST_CASE("the read-out folds a line in two where it is narrow, and says that numbers have other room") {
    ReadOut readOut;
    const QFont font = readOut.font();
    const int one = ReadOut::heightFor(font, 1200, 1), folded = ReadOut::heightFor(font, 600, 1);
    CHECK(ReadOut::heightFor(font, 1200, 2) == folded);
    CHECK(ReadOut::heightFor(font, 600, 2) == 2 * folded - one); // what both have in common is written once
    CHECK(folded > one);
    readOut.resize(1200, one);
    readOut.show();
    QSignalSpy changes(&readOut, &ReadOut::digitsChanged);
    const int wide = readOut.digits();
    readOut.resize(1100, one);
    CHECK(changes.count() == 0);
    readOut.resize(600, folded);
    CHECK(changes.count() == 1);
    CHECK(readOut.digits() < wide);
}

TEST_CASE("a folded read-out of two lines shows what they share once, and every field of its own") {
    const auto line = [](const QString& tag, const QString& weight) {
        return ReadOutLine{tag, Qt::blue, {{"query", "3", true, true}, {"weight", weight}}, {}};
    };
    const QFont font;
    const auto pictureOf = [&](int width, const std::vector<ReadOutLine>& lines) {
        ReadOut readOut;
        readOut.resize(width, ReadOut::heightFor(font, width, 2));
        readOut.setLines(lines, 60);
        return readOut.grab().toImage();
    };
    const QImage now = pictureOf(600, {line("scaled", "0.5"), line("unscaled", "0.1")});
    CHECK(now != pictureOf(600, {line("scaled", "0.6"), line("unscaled", "0.1")}));
    CHECK(now != pictureOf(600, {line("scaled", "0.5"), line("unscaled", "0.2")}));
    // The first row is the shared one: other weights leave it as it is.
    const QRect first(0, 0, 600, now.height() / 3);
    CHECK(now.copy(first) == pictureOf(600, {line("scaled", "0.6"), line("unscaled", "0.2")}).copy(first));
}
