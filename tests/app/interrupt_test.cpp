// Ctrl+C and a polite kill: the work ends, and nothing half done is left.
#include "tests/app/run_program.h"
#include "tests/catch.h"

using namespace softscope::support;

TEST_CASE("an interrupt ends the work cleanly") {
    for (const int signal : {SIGINT, SIGTERM}) {
        Workplace place;
        place.write("big.npy", "old");
        const pid_t child = place.start(wordsOf("render --tokens 60000 --map weights -o big.npy"));
        // Wait until it has begun to write.
        for (int i = 0; i < 2000 && place.files().size() < 2; ++i)
            usleep(5000);
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
