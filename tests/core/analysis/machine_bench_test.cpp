#include "core/analysis/machine_bench.h"

#include "core/base/error.h"
#include "tests/catch.h"

#include <array>
#include <cmath>
#include <cstdlib>

using namespace softscope;

TEST_CASE("the bench measures the machine and three kinds of work at each size") {
    const Machine machine = measureMachine(1);
    CHECK(machine.peakGflops > 0);
    CHECK(std::isfinite(machine.peakGflops));
    CHECK(machine.copyGbPerS > 0);
    CHECK(machine.threads == 1);
    CHECK_FALSE(machine.isa.empty());
    CHECK(measureMachine().threads >= 1);

    const std::array<Index, 2> sizes{16, 40};
    const Bench bench = benchCases(sizes, 8, machine);
    const std::vector<BenchCase>& cases = bench.cases;
    REQUIRE(bench.stages.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(bench.stages[i].n == sizes[i]);
        CHECK(bench.stages[i].packMs > 0);
        CHECK(bench.stages[i].productMs == cases[3 * i].ms);
        CHECK(bench.stages[i].rowsMs >= 0);
    }
    REQUIRE(cases.size() == 6);
    const char* const kinds[] = {"product", "pooled", "stored"};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        CHECK(cases[i].n == sizes[i / 3]);
        CHECK(cases[i].dK == 8);
        CHECK(cases[i].kind == kinds[i % 3]);
        CHECK(cases[i].backend == "cpu");
        CHECK(cases[i].ms > 0);
        const double n = static_cast<double>(cases[i].n);
        CHECK(cases[i].gflops == Approx(2 * n * n * 8 / cases[i].ms / 1e6));
        CHECK(cases[i].shareOfPeak == Approx(cases[i].gflops / machine.peakGflops));
        const double bytes = i % 3 == 0 ? 0 : 3 * 4 * n * n; // all are small enough to be whole
        CHECK(cases[i].gbPerS == Approx(bytes / cases[i].ms / 1e6));
        const double limit = 2 * n * n * 8 / machine.peakGflops / 1e6 + bytes / machine.copyGbPerS / 1e6;
        CHECK(cases[i].timesLimit == Approx(cases[i].ms / limit));
    }
}

TEST_CASE("the loader took the variant of core that it was told to") {
    // Set where the tests run on each variant (tests/support/variant.sh); else any will do.
    const char* const expected = std::getenv("SOFTSCOPE_TEST_ISA");
    CHECK(isaName() == (expected != nullptr ? expected : isaName()));
    CHECK_FALSE(isaName().empty());
}

TEST_CASE("the bench can be stopped") {
    std::stop_source source;
    source.request_stop();
    Compute compute;
    compute.stop = source.get_token();
    const std::array<Index, 1> sizes{64};
    CHECK_THROWS_AS(benchCases(sizes, 8, {1, 1, 1, ""}, compute), Cancelled);
}
