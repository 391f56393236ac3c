#include "core/io/npz.h"

#include "core/base/error.h"
#include "core/io/npy.h"
#include "tests/catch.h"
#include "tests/support/temporary_folder.h"

#include <cstring>
#include <map>

#include <zip.h>

using namespace softscope;

namespace {

/// Members by name, as libzip reads them (which checks their CRC).
std::map<std::string, std::string> membersOf(const std::filesystem::path& file) {
    std::map<std::string, std::string> members;
    zip_t* archive = zip_open(file.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, nullptr);
    REQUIRE(archive != nullptr);
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t status;
        REQUIRE(zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &status) == 0);
        std::string bytes(status.size, '\0');
        zip_file_t* member = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
        REQUIRE(member != nullptr);
        CHECK(zip_fread(member, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size()));
        CHECK(zip_fclose(member) == 0);
        members[status.name] = bytes;
    }
    zip_discard(archive);
    return members;
}

} // namespace

TEST_CASE("an .npz holds each matrix as float32 and the labels as text") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "h.npz";
    const MatrixF q = MatrixF::Random(5, 4), k = MatrixF::Random(700, 300);
    const NamedMatrix named[] = {{"q", &q}, {"k", &k}};
    writeNpz(file, named, {{"tokens", {"a<b", "", "Ġthe", "🙂x", "\xFF"}}});
    const auto members = membersOf(file);
    REQUIRE(members.size() == 3);
    CHECK(members.at("q.npy") == npyBytes(q));
    CHECK(members.at("k.npy") == npyBytes(k));
    const std::string& tokens = members.at("tokens.npy");
    CHECK(tokens.find("'descr': '<U4'") != std::string::npos);
    CHECK(tokens.find("(5,)") != std::string::npos);
    const std::size_t start = tokens.size() - 20 * sizeof(char32_t);
    CHECK(start % 64 == 0);
    std::u32string text(20, U'\0');
    std::memcpy(text.data(), tokens.data() + start, tokens.size() - start);
    const std::u32string wanted{U'a', U'<', U'b',    0,    0, 0, 0,      0, U'Ġ', U't',
                                U'h', U'e', U'🙂', U'x', 0, 0, 0xFFFD, 0, 0,    0};
    CHECK(text == wanted);
    CHECK(folder.entries() == 1);
}

TEST_CASE("the same head gives the same .npz") {
    const TemporaryFolder folder;
    const MatrixF q = MatrixF::Random(5, 4);
    const NamedMatrix named[] = {{"q", &q}};
    writeNpz(folder.path() / "a.npz", named, {});
    writeNpz(folder.path() / "b.npz", named, {});
    CHECK(bytesIn(folder.path() / "a.npz") == bytesIn(folder.path() / "b.npz"));
}

TEST_CASE("an .npz that cannot be written leaves nothing") {
    const MatrixF q = MatrixF::Random(5, 4);
    const NamedMatrix named[] = {{"q", &q}};
    CHECK_THROWS_AS(writeNpz("/nonexistent/folder/a.npz", named, {}), Error);
    CHECK_THROWS_WITH(writeNpz("/dev/full", named, {}), Catch::Matchers::Contains("disk is full"));
}

TEST_CASE("a stop ends the writing of .npz") {
    const TemporaryFolder folder;
    const MatrixF numbers = MatrixF::Ones(300, 400);
    const NamedMatrix named[] = {{"q", &numbers}};
    std::stop_source source;
    source.request_stop();
    CHECK_THROWS_AS(writeNpz(folder.path() / "c.npz", named, {}, source.get_token()), Cancelled);
    CHECK(folder.entries() == 0);
}
