#include "core/analysis/machine_bench.h"

#include "core/base/error.h"
#include "tests/catch.h"

#include <array>
#include <cmath>

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
    const std::vector<BenchCase> cases = benchCases(sizes, 8, machine);
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
    }
}

TEST_CASE("the bench can be stopped") {
    std::stop_source source;
    source.request_stop();
    Compute compute;
    compute.stop = source.get_token();
    const std::array<Index, 1> sizes{64};
    CHECK_THROWS_AS(benchCases(sizes, 8, {1, 1, 1, ""}, compute), Cancelled);
}
