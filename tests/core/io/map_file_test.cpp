#include "core/io/map_file.h"

#include "core/base/error.h"
#include "core/io/npy.h"
#include "tests/catch.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <sstream>

using namespace softscope;

namespace {

Head head(Index nQ, Index nK) {
    Head made;
    made.q = MatrixF::Random(nQ, 4);
    made.k = MatrixF::Random(nK, 4);
    made.v = MatrixF::Random(nK, 3);
    made.keyLabels = {"a,b", "\"", "plain"};
    return made;
}

MatrixF wholeOf(const Head& made, MapName map) {
    MatrixF all(wholeMap(map, made).rows(), wholeMap(map, made).cols());
    streamMap(made, {}, map, 1, {},
              [&](Index first, const MatrixF& rows) { all.middleRows(first, rows.rows()) = rows; });
    return all;
}

} // namespace

TEST_CASE("every map is written whole as .npy") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "m.npy";
    const Head made = head(3, 10);
    for (const MapName map : {MapName::scores, MapName::weights, MapName::jacobian, MapName::rowJacobian,
                              MapName::output, MapName::gradK, MapName::v}) {
        writeMap(file, NumberFormat::npy, made, {}, map, 1);
        const Tensor tensor = readNpy(file);
        CHECK(matrixOf(tensor, {}) == wholeOf(made, map));
    }
    CHECK(folder.entries() == 1);
}

TEST_CASE("a csv holds the same numbers beside its labels") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "m.csv";
    const Head made = head(3, 4);
    writeMap(file, NumberFormat::csv, made, {}, MapName::weights, 0);
    const MatrixF wanted = wholeOf(made, MapName::weights);
    std::istringstream lines(bytesIn(file));
    std::string line;
    std::getline(lines, line);
    CHECK(line == ",\"a,b\",\"\"\"\",plain,3");
    for (Index i = 0; i < 3; ++i) {
        REQUIRE(std::getline(lines, line));
        std::istringstream fields(line);
        std::string field;
        std::getline(fields, field, ',');
        CHECK(field == std::to_string(i));
        for (Index j = 0; j < 4; ++j) {
            REQUIRE(std::getline(fields, field, ','));
            CHECK(std::stof(field) == wanted(i, j));
        }
    }
    CHECK_FALSE(std::getline(lines, line));
    writeMap(file, NumberFormat::csv, made, {}, MapName::v, 0);
    CHECK(bytesIn(file).starts_with(",0,1,2\n\"a,b\","));
}

TEST_CASE("a part of a map is written with the labels of its rows and columns") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "m.npy";
    Head made = head(5, 6);
    for (const MapName map : {MapName::scores, MapName::weights, MapName::jacobian, MapName::rowJacobian,
                              MapName::output, MapName::gradK, MapName::v}) {
        const Region part{1, 4, 1, 3};
        writeMap(file, NumberFormat::npy, made, {}, map, 1, {}, part);
        CHECK(matrixOf(readNpy(file), {}).isApprox(wholeOf(made, map).block(1, 1, 3, 2), 1e-5F));
    }
    writeMap(file, NumberFormat::csv, made, {}, MapName::weights, 0, {}, Region{2, 4, 1, 4});
    const std::string text = bytesIn(file);
    CHECK(text.starts_with(",\"\"\"\",plain,3\n2,"));
    CHECK(std::count(text.begin(), text.end(), '\n') == 3);
    CHECK_THROWS_AS(writeMap(file, NumberFormat::csv, made, {}, MapName::weights, 0, {}, Region{2, 7, 0, 1}),
                    std::invalid_argument);
    CHECK(bytesIn(file) == text);
}

TEST_CASE("a map that cannot be written or was stopped leaves nothing, and what was there stays") {
    const TemporaryFolder folder;
    const auto file = folder.file("m.npy", "old");
    const Head made = head(3, 4);
    std::stop_source stop;
    stop.request_stop();
    Compute stopped;
    stopped.stop = stop.get_token();
    CHECK_THROWS_AS(writeMap(file, NumberFormat::npy, made, {}, MapName::weights, 0, stopped), Cancelled);
    CHECK(bytesIn(file) == "old");
    CHECK(folder.entries() == 1);
    CHECK_THROWS_WITH(writeMap("/dev/full", NumberFormat::csv, made, {}, MapName::weights, 0),
                      Catch::Matchers::Contains("disk is full"));
}

TEST_CASE("a map of zeros takes what is checked for space, and not less") {
    const TemporaryFolder folder;
    Head made;
    made.q = MatrixF::Zero(50, 1);
    made.k = MatrixF::Zero(40, 1);
    made.v = MatrixF::Zero(40, 1);
    const auto file = folder.path() / "m.csv";
    writeMap(file, NumberFormat::csv, made, {}, MapName::scores, 0);
    // Two bytes a number, and no more than a line of labels and a label a row on top.
    CHECK(std::filesystem::file_size(file) >= 50 * 40 * 2);
    CHECK(std::filesystem::file_size(file) < 50 * 40 * 2 + 40 * 4 + 50 * 4);
}

TEST_CASE("a map larger than the disk is refused before any work") {
    const TemporaryFolder folder;
    Head made;
    made.q = MatrixF::Zero(1'000'000, 1);
    made.k = MatrixF::Zero(1'000'000, 1);
    made.v = MatrixF::Zero(1'000'000, 1);
    // Four terabytes. A machine whose temporary folder has as much would need a larger map here.
    CHECK_THROWS_WITH(writeMap(folder.path() / "m.npy", NumberFormat::npy, made, {}, MapName::weights, 0),
                      Catch::Matchers::Contains("4.0 TB") && Catch::Matchers::Contains("free"));
    CHECK_THROWS_WITH(writeMap(folder.path() / "m.csv", NumberFormat::csv, made, {}, MapName::weights, 0),
                      Catch::Matchers::Contains("2.0 TB") && Catch::Matchers::Contains("free"));
    CHECK(folder.entries() == 0);
}
