#include "ui/heatmap/read_out.h"

#include "tests/catch.h"

#include <QSignalSpy>

using namespace softscope;

TEST_CASE("the read-out folds a line in two where it is narrow, and says that numbers have other room") {
    ReadOut readOut;
    const QFont font = readOut.font();
    const int one = ReadOut::heightFor(font, 1200, 1), folded = ReadOut::heightFor(font, 600, 1);
    CHECK(ReadOut::heightFor(font, 1200, 2) == folded);
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
