// The kernels against the CPU engine, on every device of this machine's drivers (pocl where there is no GPU).
#include "core/engine/opencl/device_engine.h"

#include "core/engine/evaluate.h"
#include "tests/core/engine/tolerance.h"
#include "tests/support/pocl_cache.h"
#include "tests/support/random_head.h"

#include <cstdlib>

using namespace softscope;
using namespace softscope::opencl;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

std::vector<cl::Device> devices() {
    setenv("POCL_CACHE_DIR", support::poclCache().c_str(), 1);
    static const std::vector<cl::Device> all = devicesHere();
    return all;
}

const std::vector<MapName> streamedMaps{MapName::scores,   MapName::scaled,           MapName::weights,
                                        MapName::jacobian, MapName::jacobianDiagonal, MapName::output};

Pass everything(const Head& head, const LogitOptions& options, Index most, Reducer reduce) {
    Pass pass;
    pass.options = options;
    pass.spectral = true;
    pass.selected = head.nQ() / 2;
    for (const MapName map : streamedMaps)
        pass.maps.push_back({map, wholeMap(map, head), most, most, reduce});
    return pass;
}

std::vector<Frame> onDevice(DeviceEngine& engine, const Head& head, const std::vector<Pass>& passes) {
    std::vector<Frame> frames(passes.size());
    std::vector<Job> jobs;
    for (std::size_t p = 0; p < passes.size(); ++p) {
        frames[p].options = passes[p].options;
        frames[p].maps.resize(passes[p].maps.size());
        jobs.push_back({&passes[p], &frames[p]});
    }
    engine.stream(head, jobs, [](double) {});
    return frames;
}

/// 4e-5 relative down to 1e-37, and what the rounding of the logits moves both by.
void checkNumbers(const std::string& what, double got, double want, double relative, double floor) {
    INFO(what << ": got " << got << ", want " << want);
    if (std::isfinite(want))
        CHECK(std::abs(got - want) <= relative * std::abs(want) + floor);
    else
        CHECK((got == want || (std::isnan(got) && std::isnan(want))));
}

void checkMoments(const std::string& what, const Moments& got, const Moments& want, double size) {
    CHECK(got.count == want.count);
    checkNumbers(what + " mean", got.mean, want.mean, 1e-5, 1e-5 * size);
    checkNumbers(what + " variance", got.variance, want.variance, 2e-5, 1e-10 * size * size);
    checkNumbers(what + " least", got.min, want.min, 1e-5, 1e-5 * size);
    checkNumbers(what + " largest", got.max, want.max, 1e-5, 1e-5 * size);
}

void checkFrames(const Head& head, const Frame& got, const Frame& want, const VectorD& slack) {
    const VectorD both = 2 * slack;
    for (std::size_t m = 0; m < want.maps.size(); ++m) {
        const Map &a = got.maps[m], &b = want.maps[m];
        CAPTURE(m, a.poolRows, a.poolCols);
        REQUIRE(a.cells.rows() == b.cells.rows());
        // A cell has the slack of all rows that were pooled into it.
        VectorD cellSlack = VectorD::Zero(a.cells.rows());
        for (Index i = 0; i < b.region.rows(); ++i)
            cellSlack[i / b.poolRows] = std::max(cellSlack[i / b.poolRows], both[i + b.region.rowBegin]);
        const bool sums = b.name == MapName::output, logits = b.name < MapName::weights;
        const double size = sums ? head.v.array().isFinite().select(head.v.array().abs(), 0.F).maxCoeff() : 0;
        const double most = logits ? both.maxCoeff() / std::min(1.0, std::abs(got.options.scale) + 1e-9) : 0;
        checkClose("map", a.cells, b.cells, 4e-5, (sums || logits ? 0 : 2) * cellSlack,
                   2e-37 + (4e-5 + both.maxCoeff()) * size + most);
    }
    REQUIRE(got.rows.size() == want.rows.size());
    for (std::size_t i = 0; i < want.rows.size(); ++i) {
        CAPTURE(i);
        const RowStatistics &a = got.rows[i], &b = want.rows[i];
        const double s = 4 * both[static_cast<Index>(i)];
        CHECK(a.keys == b.keys);
        CHECK((a.argmax == b.argmax || std::abs(a.maxWeight - b.maxWeight) < s * b.maxWeight + 1e-6));
        checkNumbers("entropy", a.entropy, b.entropy, 4e-5 + 20 * s, 1e-30);
        checkNumbers("largest weight", a.maxWeight, b.maxWeight, 4e-5 + s, 0);
        checkNumbers("participation", a.participation, b.participation, 4e-5 + 2 * s, 0);
        checkNumbers("frobenius", a.frobenius, b.frobenius, 4e-5 + 2 * s, 1e-37);
        checkNumbers("spectral", a.spectral, b.spectral, 4e-5 + 2 * s, 1e-37);
    }
    const double size = std::abs(want.scores.max) + std::abs(want.scores.min);
    if (!want.rows.empty()) {
        checkMoments("scores", got.scores, want.scores, std::isfinite(size) ? size : 1);
        const double logits = std::abs(want.logits.max) + std::abs(want.logits.min);
        checkMoments("logits", got.logits, want.logits, std::isfinite(logits) ? logits : 1);
        checkNumbers("self weight", got.selfWeight, want.selfWeight, 4e-5 + 2 * both.maxCoeff(), 1e-30);
    }
    REQUIRE(got.selected.has_value() == want.selected.has_value());
    if (want.selected) {
        const RowDetail &a = *got.selected, &b = *want.selected;
        CHECK(a.row == b.row);
        const VectorD one = VectorD::Constant(1, 2 * both[a.row]);
        checkClose("row weights", MatrixF(a.weights.transpose()), MatrixF(b.weights.transpose()), 4e-5, one);
        checkClose("row jacobian", MatrixF(a.jacobian.transpose()), MatrixF(b.jacobian.transpose()), 4e-5, one);
        checkNumbers("row spectral", a.statistics.spectral, b.statistics.spectral, 4e-5 + 4 * both[a.row], 1e-37);
        CHECK(a.statistics.keys == b.statistics.keys);
    }
}

VectorD finiteSlack(const Head& head, const LogitOptions& options) {
    Head finite = head;
    for (MatrixF* matrix : {&finite.q, &finite.k})
        *matrix = matrix->array().isFinite().select(matrix->array(), 0.F).matrix();
    return logitSlack(finite, options);
}

void compare(DeviceEngine& engine, const Head& head, const std::vector<Pass>& passes) {
    const std::vector<Frame> want = evaluate(head, passes), got = onDevice(engine, head, passes);
    for (std::size_t p = 0; p < passes.size(); ++p) {
        CAPTURE(p);
        checkFrames(head, got[p], want[p], finiteSlack(head, passes[p].options));
    }
}

} // namespace

TEST_CASE("OpenCL: random heads and options as on the CPU, exact and pooled, in blocks of any size") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const cl::Device& device : devices()) {
        CAPTURE(infoOf(device).name);
        // A processor is also driven as a GPU is: tiles in local memory, groups of work-items to a row.
        const Shape group{false, 4, 32, 16};
        DeviceEngine whole(device, {}), blocks(device, {}, {4096, 0, {}}), tiled(device, {}, {4096, 0, group});
        DeviceEngine* const engines[] = {&whole, &blocks, &tiled};
        for (int round = 0; round < 24; ++round) {
            CAPTURE(round);
            Head head = draw.head(round < 16 ? 80 : 400);
            draw.addMasks(head);
            LogitOptions options = draw.options(head);
            options.logLength = false; // these two are the processor's
            options.sink.reset();
            const Index most = draw.integer(1, 60);
            LogitOptions other = options;
            other.scale = draw.real(0.1, 1);
            std::vector<Pass> passes{everything(head, options, 0, Reducer::maximum),
                                     everything(head, other, most, Reducer::maximum),
                                     everything(head, options, most, Reducer::mean)};
            passes[2].rows = false;
            compare(*engines[round % 3], head, passes);
        }
    }
}

TEST_CASE("OpenCL: saturated rows to the last digits of float, uniform rows, and a single key") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const cl::Device& device : devices()) {
        DeviceEngine engine(device, {});
        for (const double sigma : {0.0, 1.0, 3.0, 6.0}) {
            CAPTURE(sigma);
            Head head;
            head.q = draw.gaussian(70, 4, sigma);
            head.k = draw.gaussian(sigma == 1 ? 1 : 90, 4, sigma);
            head.v = draw.gaussian(head.nK(), 3);
            compare(engine, head, {everything(head, {}, 0, Reducer::maximum), everything(head, {}, 13, Reducer::mean)});
        }
        // softmax([40, 2]): the second weight is e⁻³⁸ / (1 + e⁻³⁸), and so are both entries of the diagonal.
        Head head;
        head.q = MatrixF::Ones(1, 1);
        head.k = MatrixF{{40.F}, {2.F}};
        head.v = MatrixF::Ones(2, 1);
        const Frame frame = onDevice(engine, head, {everything(head, {}, 0, Reducer::maximum)}).front();
        CHECK(frame.maps[2].cells(0, 1) == Approx(3.1391e-17).epsilon(1e-4));
        CHECK(frame.maps[4].cells(0, 0) == Approx(3.1391e-17).epsilon(1e-4));
        CHECK(frame.maps[4].cells(0, 1) == Approx(3.1391e-17).epsilon(1e-4));
    }
}

TEST_CASE("OpenCL: NaN and infinities stay where the CPU engine has them") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const cl::Device& device : devices()) {
        DeviceEngine engine(device, {});
        for (int round = 0; round < 12; ++round) {
            CAPTURE(round);
            Head head;
            head.q = draw.gaussian(80, 6);
            head.k = draw.gaussian(80, 6);
            head.v = draw.gaussian(80, 5);
            const float odd[] = {notANumber, infinity, -infinity};
            for (MatrixF* matrix : {&head.q, &head.k, &head.v})
                for (Index n = draw.integer(0, 3); n > 0; --n)
                    (*matrix)(draw.integer(0, 79), draw.integer(0, 4)) = odd[draw.integer(0, 2)];
            LogitOptions options;
            options.masks = {{MaskKind::causal}};
            if (round % 3 == 0)
                head.mask = MatrixB::Random(80, 80);
            Pass exact = everything(head, options, 0, Reducer::maximum);
            Pass pooled = everything(head, options, 9, round % 2 == 0 ? Reducer::maximum : Reducer::mean);
            compare(engine, head, {exact, pooled});
        }
    }
}

TEST_CASE("OpenCL: too little memory makes smaller blocks, and far too little is said") {
    Draw draw(testSeed());
    CAPTURE(testSeed());
    for (const cl::Device& device : devices()) {
        Head head;
        head.q = draw.gaussian(600, 8);
        head.k = draw.gaussian(600, 8);
        head.v = draw.gaussian(600, 2);
        Pass pass;
        pass.options.scale = 0.3;
        pass.maps = {{MapName::jacobian, wholeMap(MapName::jacobian, head), 40, 40}};
        DeviceEngine large(device, {}, {262'144, 0, {}}), small(device, {}, {262'144, 200'000, {}});
        compare(large, head, {pass});
        CHECK(large.lastBlockRows() > 64);
        compare(small, head, {pass}); // 64 × 640 scores have 164 kB
        CHECK(small.lastBlockRows() == 64);
        DeviceEngine tiny(device, {}, {0, 100'000, {}});
        CHECK_THROWS_AS(onDevice(tiny, head, {pass}), DeviceError);
    }
}

TEST_CASE("OpenCL: regions, windows and many dimensions") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    for (const cl::Device& device : devices()) {
        DeviceEngine own(device, {}, {8192, 0, {}}), tiled(device, {}, {8192, 0, Shape{false, 4, 32, 16}});
        for (int round = 0; round < 6; ++round) {
            CAPTURE(round);
            DeviceEngine& engine = round % 2 == 0 ? own : tiled;
            const Index n = draw.integer(200, 700);
            Head head;
            head.q = draw.gaussian(n, round == 0 ? 1500 : 17);
            head.k = draw.gaussian(n, head.dK());
            head.v = draw.gaussian(n, 70);
            LogitOptions options;
            options.scale = 1 / std::sqrt(static_cast<double>(head.dK()));
            options.masks = {{MaskKind::window, draw.integer(0, 40), draw.integer(-5, 40)}};
            Pass pass = everything(head, options, 20, round % 2 == 0 ? Reducer::maximum : Reducer::mean);
            pass.rows = round % 3 == 0;
            for (MapRequest& request : pass.maps) {
                const Index row = draw.integer(0, n - 1), col = draw.integer(0, request.region.colEnd - 1);
                request.region = {row, draw.integer(row + 1, n), col, draw.integer(col + 1, request.region.colEnd)};
                request.maxCols = draw.integer(0, 30);
            }
            compare(engine, head, {pass});
        }
    }
}
