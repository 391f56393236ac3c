// Ctrl+C and a polite kill: the work ends, and nothing half done is left.
#include "tests/app/run_program.h"
#include "tests/catch.h"

using namespace softscope::support;

namespace {

/// Memory that a process holds; 0 once it has ended.
double residentBytes(pid_t process) {
    double pages = 0;
    std::ifstream("/proc/" + std::to_string(process) + "/statm") >> pages >> pages;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace

TEST_CASE("an interrupt while the head is built ends the work cleanly") {
    for (const char* line : {"stats --tokens 300000 --d-model 1024 --d-k 256",
                             "tensors --tokens 300000 --d-model 1024 --d-k 256 -o h.npz"}) {
        Workplace place;
        const pid_t child = place.start(wordsOf(line));
        // Wait until it holds a hundred megabytes of the head, which has two gigabytes.
        for (int i = 0; i < 2000 && residentBytes(child) < 100e6; ++i)
            usleep(5000);
        kill(child, SIGINT);
        const Answer answer = place.finish(child);
        CAPTURE(line, answer.messages);
        CHECK(answer.code == 1);
        CHECK(answer.output.empty());
        if (answer.messages.find(" are free") == std::string::npos) // else there was no memory for it
            CHECK(answer.messages == "softscope: interrupted; nothing was written.\n");
        CHECK(place.files().empty());
    }
}

TEST_CASE("an interrupt ends the work cleanly") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        Workplace place;
        place.write("big.npy", "old");
        const pid_t child = place.start(wordsOf("render --tokens 60000 --map weights -o big.npy"));
        // Wait until it has begun to write.
        REQUIRE(place.waitUntilWriting(child));
        kill(child, signal);
        const Answer answer = place.finish(child);
        CAPTURE(answer.messages);
        if (answer.messages.find("free") != std::string::npos)
            continue; // the disk of this machine has no room for such a file, so there was nothing to interrupt
        CHECK(answer.code == 1);
        CHECK(answer.output.empty());
        CHECK(answer.messages == "softscope: interrupted; nothing was written.\n");
        CHECK(place.read("big.npy") == "old");
        CHECK(place.files() == std::set<std::string>{"big.npy"});
    }
}

TEST_CASE("an interrupt ends the writing of tensors, a second signal leaves nothing behind") {
    for (const char* name : {"big.npz", "big.safetensors"}) {
        for (const int times : {1, 2}) {
            Workplace place;
            place.write(name, "old");
            const pid_t child = place.start({"tensors", "--tokens", "60000", "--d-k", "256", "-o", name});
            REQUIRE(place.waitUntilWriting(child));
            for (int i = 0; i < times; ++i)
                kill(child, SIGINT);
            const Answer answer = place.finish(child);
            CAPTURE(answer.messages, name, times);
            CHECK(answer.code == 1);
            if (times == 1)
                CHECK(answer.messages == "softscope: interrupted; nothing was written.\n");
            CHECK(place.read(name) == "old");
            CHECK(place.files() == std::set<std::string>{name});
        }
    }
}
