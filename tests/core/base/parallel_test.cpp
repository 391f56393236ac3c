#include "core/base/parallel.h"

#include "core/base/error.h"
#include "tests/catch.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

using namespace softscope;

TEST_CASE("parallel: every index is visited once, on any number of threads") {
    for (const int threads : {0, 1, 2, 5}) {
        std::vector<int> visits(1000, 0);
        parallelFor(1000, threads, {}, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
        CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
    }
    parallelFor(0, 0, {}, [](Index) { FAIL("called for an empty range"); });
}

TEST_CASE("parallel: a stop ends the loop with Cancelled") {
    std::stop_source source;
    std::atomic<int> calls = 0;
    const auto loop = [&] {
        parallelFor(100'000, 2, source.get_token(), [&](Index) {
            if (++calls == 10)
                source.request_stop();
        });
    };
    CHECK_THROWS_AS(loop(), Cancelled);
    CHECK(calls < 1000);
}

TEST_CASE("parallel: a body's exception comes out") {
    CHECK_THROWS_AS(parallelFor(50, 0, {},
                                [](Index i) {
                                    if (i == 20)
                                        throw Error("twenty");
                                }),
                    Error);
}
