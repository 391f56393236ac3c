#include "core/io/atomic_file.h"

#include "core/base/error.h"
#include "tests/catch.h"
#include "tests/support/temporary_folder.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <limits>

using namespace softscope;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

mode_t modeOf(const fs::path& file) {
    struct stat status {};
    REQUIRE(stat(file.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

} // namespace

TEST_CASE("a file is there with commit and not there without") {
    const TemporaryFolder folder;
    const fs::path target = folder.path() / "a.txt";
    {
        AtomicFile file(target);
        file.write("half");
        CHECK_FALSE(fs::exists(target));
        for (const auto& entry : fs::directory_iterator(folder.path()))
            CHECK(entry.path().filename().string().front() == '.');
    }
    CHECK(folder.entries() == 0);
    {
        AtomicFile file(target);
        file.write("whole ");
        file.write(std::string(1'000'000, 'x'));
        file.write(" end");
        file.commit();
    }
    CHECK(bytesIn(target) == "whole " + std::string(1'000'000, 'x') + " end");
    CHECK(folder.entries() == 1);
}

TEST_CASE("a stop ends the writing and nothing remains") {
    const TemporaryFolder folder;
    const fs::path target = folder.file("a", "old");
    std::stop_source source;
    {
        AtomicFile file(target, 0, source.get_token());
        file.write(std::string(1'000'000, 'x'));
        source.request_stop();
        CHECK_THROWS_AS(file.write(std::string(1'000'000, 'x')), Cancelled);
    }
    {
        AtomicFile file(target, 0, source.get_token());
        CHECK_THROWS_AS(file.commit(), Cancelled); // nothing was written, and nothing may replace what was there
    }
    CHECK(bytesIn(target) == "old");
    CHECK(folder.entries() == 1);
}

TEST_CASE("what was there stays until commit, and keeps its permissions") {
    const TemporaryFolder folder;
    const fs::path target = folder.file("a.txt", "old");
    fs::permissions(target, fs::perms(0640));
    try {
        AtomicFile file(target);
        file.write("new");
        throw std::runtime_error("stopped");
    } catch (const std::runtime_error&) {
        CHECK(bytesIn(target) == "old");
    }
    CHECK(folder.entries() == 1);
    writeFileAtomically(target, "new");
    CHECK(bytesIn(target) == "new");
    CHECK(modeOf(target) == 0640);
}

TEST_CASE("a new file has the permissions that the umask leaves") {
    const TemporaryFolder folder;
    const mode_t before = umask(027);
    writeFileAtomically(folder.path() / "a", "");
    umask(before);
    CHECK(modeOf(folder.path() / "a") == 0640);
}

TEST_CASE("a symbolic link stays one and what it points to is written") {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "inside");
    fs::create_symlink("inside/real.txt", folder.path() / "link");
    fs::create_symlink("link", folder.path() / "second");
    writeFileAtomically(folder.path() / "second", "text"); // the target does not exist yet
    CHECK(bytesIn(folder.path() / "inside/real.txt") == "text");
    CHECK(fs::is_symlink(folder.path() / "link"));
    CHECK(fs::is_symlink(folder.path() / "second"));
    fs::create_symlink("loop", folder.path() / "loop");
    CHECK_THROWS_WITH(AtomicFile(folder.path() / "loop"), Contains("circle"));
}

TEST_CASE("a file in the current folder needs no folder in its name") {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    writeFileAtomically("plain.txt", "text");
    fs::current_path(before);
    CHECK(bytesIn(folder.path() / "plain.txt") == "text");
    CHECK(folder.entries() == 1);
}

TEST_CASE("targets that cannot be are refused in one sentence with the reason") {
    const TemporaryFolder folder;
    const fs::path file = folder.file("file", "");
    CHECK_THROWS_WITH(AtomicFile("/nonexistent/dir/x.png"),
                      "Cannot write /nonexistent/dir/x.png: the folder /nonexistent/dir does not exist.");
    CHECK_THROWS_WITH(AtomicFile(folder.path()), Contains("it is a folder"));
    CHECK_THROWS_WITH(AtomicFile(file / "x"), Contains("not a folder"));
    CHECK_THROWS_WITH(AtomicFile(folder.path() / std::string(300, 'n')), Contains("name is too long"));
    CHECK_THROWS_AS(AtomicFile("/proc/x.npz"), Error);
    std::string reason;
    try {
        const AtomicFile refused("/proc/x.npz", 1'000'000);
    } catch (const Error& error) {
        reason = error.what();
    }
    CHECK_THAT(reason, Contains("Cannot write /proc/x.npz: ") && !Contains("free"));
    CHECK_THROWS_AS(AtomicFile(""), Error);
    CHECK_THROWS_WITH(AtomicFile(folder.path() / "big", std::numeric_limits<std::uintmax_t>::max() / 2),
                      Contains("free") && Contains("EB"));
    CHECK(folder.entries() == 1);
    if (geteuid() != 0) { // root may write everywhere
        fs::permissions(file, fs::perms(0444));
        CHECK_THROWS_WITH(AtomicFile(file), Contains("permission denied"));
    }
}

TEST_CASE("a full disk is said and nothing half remains") {
    CHECK_THROWS_WITH(writeFileAtomically("/dev/full", std::string(1'000'000, 'x')),
                      "Cannot write /dev/full: the disk is full.");
    CHECK_THROWS_WITH(writeFileAtomically("/dev/full", "few"), Contains("the disk is full"));
    writeFileAtomically("/dev/null", "few"); // a device is written to, not replaced
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a write that fails in the middle takes the temporary file away") {
    const TemporaryFolder folder;
    const fs::path target = folder.file("a", "old");
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100'000, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    std::string sentence;
    try {
        writeFileAtomically(target, std::string(1'000'000, 'x'));
    } catch (const Error& error) {
        sentence = error.what();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK_THAT(sentence, Contains("larger than the system allows"));
    CHECK(bytesIn(target) == "old");
    CHECK(folder.entries() == 1);
}

TEST_CASE("readFile reads all, and no more than it may") {
    const TemporaryFolder folder;
    const std::string text(200'000, 'y');
    const fs::path file = folder.file("a", text);
    CHECK(readFile(file, 200'000, "a scene") == text);
    CHECK_THROWS_WITH(readFile(file, 199'999, "a scene"), Contains("200 kB") && Contains("a scene"));
    CHECK_THROWS_WITH(readFile("/dev/zero", 100'000, "a scene"), Contains("device, not a file"));
    CHECK_THROWS_WITH(readFile(folder.path() / "none", 10, "a scene"), Contains("no such file"));
    CHECK_THROWS_WITH(readFile(folder.path(), 10, "a scene"), Contains("folder"));
    CHECK_FALSE(readFile("/proc/self/status", 100'000, "a scene").empty());
}
