#include "core/io/file_kind.h"

#include "core/base/error.h"
#include "core/io/atomic_file.h"
#include "core/io/mapped_file.h"
#include "tests/catch.h"
#include "tests/support/temporary_folder.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace softscope;
using Catch::Matchers::Contains;

namespace {

/// Every way in which the program opens a file to read it.
void checkRefusedByAll(const std::filesystem::path& file, const std::string& reason) {
    CAPTURE(file.string());
    CHECK_THROWS_WITH(fileKind(file), Contains(file.string()) && Contains(reason));
    CHECK_THROWS_WITH(readFile(file, 100, "a scene"), Contains(file.string()) && Contains(reason));
    CHECK_THROWS_WITH(mapFile(file), Contains(file.string()) && Contains(reason));
}

} // namespace

TEST_CASE("what is no file is refused at once and named") {
    const TemporaryFolder folder;
    const auto pipe = folder.path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    checkRefusedByAll(pipe, "it is a pipe, not a file"); // with nobody at its other end
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::write(ends[1], "{}", 2) == 2);
    checkRefusedByAll("/proc/self/fd/" + std::to_string(ends[0]), "it is a pipe, not a file");
    char text[2] = {};
    CHECK(::read(ends[0], text, 2) == 2); // nothing of it was swallowed
    ::close(ends[0]);
    ::close(ends[1]);

    const auto place = folder.path() / "socket";
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    place.string().copy(address.sun_path, sizeof(address.sun_path) - 1);
    REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    checkRefusedByAll(place, "it is a socket, not a file");
    ::close(socket);

    checkRefusedByAll("/dev/null", "it is a device, not a file");
    checkRefusedByAll(folder.path(), "it is a folder");
    checkRefusedByAll(folder.path() / "none", "no such file");
}

TEST_CASE("a file is told by its first bytes") {
    const TemporaryFolder folder;
    const auto kindOf = [&](const std::string& bytes) { return fileKind(folder.file("a", bytes)); };
    CHECK(kindOf("") == FileKind::session);
    CHECK(kindOf(" \r\n\t{\"format\": 1}") == FileKind::session);
    CHECK(kindOf("\xEF\xBB\xBF{}") == FileKind::session);
    CHECK(kindOf("{\"label\": \"%PDF-1.4 <svg> \x89PNG\"}") == FileKind::session);
    CHECK(kindOf("hello") == FileKind::session);
    CHECK(kindOf("%PDF-1.4\n") == FileKind::figure);
    CHECK(kindOf("\x89PNG\r\n") == FileKind::figure);
    CHECK(kindOf("\xEF\xBB\xBF\n<svg/>") == FileKind::figure);
    CHECK(kindOf("\x93NUMPY\x01") == FileKind::array);
    CHECK(kindOf(std::string("\x08\0\0\0\0\0\0\0{\"a\":{}}", 16)) == FileKind::tensors);
    CHECK(kindOf("PK\x03\x04") == FileKind::tensors);
    CHECK(kindOf("\x80\x02}q.") == FileKind::tensors);
}

TEST_CASE("a pickle written as text is told from a session, however long it is") {
    const TemporaryFolder folder;
    const std::string start = GENERATE("(dp0\nS'q'\np1\n", "(lp0\nI1\na", "c__builtin__\neval\n", "cnumpy\nndarray\n");
    for (const std::size_t more : {0, 600, 100'000}) {
        CAPTURE(start, more);
        CHECK(fileKind(folder.file("a", start + std::string(more, 'I') + "s.")) == FileKind::tensors);
        CHECK(fileKind(folder.file("a", start + std::string(more, 'I') + "s")) == FileKind::session);
    }
}
