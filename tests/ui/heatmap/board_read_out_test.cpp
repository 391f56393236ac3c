// What the board's read-out says of the cell under the pointer, or under the keys.
#include "core/render/number_text.h"
#include "tests/ui/heatmap/board_stage.h"

using namespace softscope;
using test::gaussian;
using Stage = test::BoardStage;

TEST_CASE("Hovering draws the crosshair in every map and reads the cell out", "[heatmap]") {
    Stage stage(gaussian(12));
    auto* readOut = stage.board.findChild<ReadOut*>();
    REQUIRE(readOut);
    const auto field = [&](int i) { return readOut->lines().at(0).fields.at(std::size_t(i)).value; };
    CHECK(field(0) == "0");
    QTest::mouseMove(&stage.view(2), stage.at(2, 5, 9));
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(stage.view(i).hoveredCell() == MapCell{5, 9});
    CHECK(field(0) == "5");
    CHECK(field(1) == "9");
    const ShownPointer shown = stage.session.shown();
    const double scaled = double(shown->maps[0].map.cells(5, 9));
    CHECK(QString(field(3)).replace(QChar(0x2212), '-').toDouble() == Approx(scaled).epsilon(1e-2));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&stage.view(2), &leave);
    CHECK(stage.view(0).hoveredCell() == MapCell{});
    CHECK(field(0) == "0");
}

TEST_CASE("The read-out says masked, and names and places the number of a map that has no field", "[heatmap]") {
    Scene scene = gaussian(10);
    scene.softmax.masks = {{MaskKind::causal, 0, 0}};
    scene.view.places[0].map = MapName::scores;
    scene.view.places[1].map = MapName::output;
    scene.view.places[2].map = MapName::k;
    scene.selection = {3, 6};
    Stage stage(scene);
    auto* readOut = stage.board.findChild<ReadOut*>();
    const auto value = [&](const QString& caption) {
        for (const ReadOutLine::Field& field : readOut->lines().at(0).fields) {
            if (field.caption == caption)
                return field.value;
        }
        return QStringLiteral("none");
    };
    const auto number = [&](float cell) { return QString::fromStdString(numberText(double(cell), readOut->digits())); };
    CHECK(value("weight") == "masked");
    CHECK(value("logit") == "−∞");
    QTest::mouseMove(&stage.view(0), stage.at(0, 2, 5)); // not the selected row
    const ShownPointer shown = stage.session.shown();
    CHECK(value("score") == number(shown->maps[0].map.cells(2, 5)));
    CHECK(value("weight") == "masked");
    QTest::mouseMove(&stage.view(1), stage.at(1, 4, 7));
    CHECK(value("query") == "4");
    CHECK(value("key") == "none");
    CHECK(value("dimension") == "7");
    CHECK(value("weights · V") == number(shown->maps[1].map.cells(4, 7)));
    CHECK(value("weight") == "none");
    CHECK(value("entropy") != "none");
    QTest::mouseMove(&stage.view(2), stage.at(2, 9, 1));
    CHECK(value("query") == "none");
    CHECK(value("key") == "9");
    CHECK(value("dimension") == "1");
    CHECK(value("K") == number(shown->maps[2].map.cells(9, 1)));
}

TEST_CASE("After a key the read-out shows where it led, though the pointer rests, dimensions too", "[heatmap]") {
    Scene scene = gaussian(10);
    scene.view.places[2].map = MapName::q;
    scene.selection = {3, 6};
    Stage stage(scene);
    auto* readOut = stage.board.findChild<ReadOut*>();
    const auto field = [&](std::size_t i) { return readOut->lines().at(0).fields.at(i); };
    QTest::mouseMove(&stage.view(1), stage.at(1, 8, 8));
    CHECK(field(0).value == "8");
    QTest::keyClick(&stage.view(0), Qt::Key_Down);
    stage.settle();
    CHECK(field(0).value == "4");
    CHECK(stage.view(1).hoveredCell() == MapCell{});
    QTest::mouseMove(&stage.view(1), stage.at(1, 8, 7));
    CHECK(field(0).value == "8");
    // The first key shows the first dimension.
    const std::vector<std::pair<Qt::Key, int>> keys{{Qt::Key_Right, 0}, {Qt::Key_Right, 1}, {Qt::Key_End, 7}};
    for (const auto& [key, dimension] : keys) {
        QTest::keyClick(&stage.view(2), key);
        CHECK(stage.view(2).hoveredCell() == MapCell{4, dimension});
        CHECK(field(1).caption == "dimension");
        CHECK(field(1).value == QString::number(dimension));
    }
    QTest::keyClick(&stage.view(2), Qt::Key_Up);
    stage.settle();
    CHECK(stage.view(2).hoveredCell() == MapCell{3, 7});
    CHECK(field(0).value == "3");
    CHECK(stage.selection() == Selection{3, 6});
}
