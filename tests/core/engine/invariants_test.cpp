// What must hold for every head.
#include "core/engine/evaluate.h"

#include "tests/core/engine/tolerance.h"
#include "tests/support/random_head.h"

#include <numeric>

using namespace softscope;

namespace {

MapRequest whole(MapName map, const Head& head) {
    return {map, wholeMap(map, head)};
}

} // namespace

TEST_CASE("weights are between 0 and 1 and each row that has a key sums to one") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 20; ++round) {
        CAPTURE(round);
        Draw draw(seed + 2000 + round);
        Head head = draw.head(400);
        draw.addMasks(head);
        Pass pass;
        pass.options = draw.options(head);
        pass.maps = {whole(MapName::weights, head), whole(MapName::jacobian, head),
                     whole(MapName::jacobianDiagonal, head)};
        pass.spectral = true;
        const Frame frame = evaluate(head, pass);
        const MatrixF &weights = frame.maps[0].cells, &jacobian = frame.maps[1].cells;
        CHECK(weights.minCoeff() >= 0);
        CHECK(weights.maxCoeff() <= 1);
        for (Index i = 0; i < head.nQ(); ++i) {
            const RowStatistics& row = frame.rows[static_cast<std::size_t>(i)];
            const double sum = weights.row(i).cast<double>().sum();
            if (row.keys == 0) {
                CHECK(sum == 0);
                continue;
            }
            // A sink takes what is left, and may be the largest.
            if (pass.options.sink) {
                CHECK(sum < 1 + 2e-6);
                CHECK(static_cast<double>(weights(i, row.argmax)) <= row.maxWeight * (1 + 1e-6));
            } else {
                CHECK(sum == Approx(1).epsilon(2e-6));
                CHECK(static_cast<double>(weights(i, row.argmax)) == Approx(row.maxWeight).epsilon(1e-6));
            }
            CHECK(weights.row(i).maxCoeff() == weights(i, row.argmax));
            // ‖J‖_F² is the sum of the squared column norms; λmax is between the largest diagonal entry and ½.
            CHECK(jacobian.row(i).cast<double>().norm() == Approx(row.frobenius).epsilon(1e-5).margin(1e-37));
            const double diagonal = static_cast<double>(frame.maps[2].cells.row(i).maxCoeff());
            CHECK(row.spectral >= diagonal * (1 - 1e-5));
            CHECK(row.spectral <= 0.5 + 1e-9);
            CHECK(row.spectral <= row.frobenius * (1 + 1e-6) + 1e-37);
            CHECK(row.entropy >= 0);
            const double outcomes = static_cast<double>(row.keys) + (pass.options.sink ? 1 : 0);
            CHECK(row.entropy <= std::log(outcomes) + 1e-6);
            CHECK(row.effectiveTokens() <= outcomes * (1 + 1e-6));
            CHECK(row.participation <= 1 + 1e-12);
        }
    }
}

TEST_CASE("the winner does not change with a positive scale, and a larger one never spreads a row") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = draw.head(200);
    std::vector<Pass> passes(5);
    for (std::size_t p = 0; p < passes.size(); ++p)
        passes[p].options.scale = 0.01 * std::pow(3.0, static_cast<double>(p));
    const std::vector<Frame> frames = evaluate(head, passes);
    for (std::size_t i = 0; i < frames[0].rows.size(); ++i)
        for (std::size_t p = 1; p < passes.size(); ++p) {
            CHECK(frames[p].rows[i].argmax == frames[0].rows[i].argmax);
            CHECK(frames[p].rows[i].maxWeight >= frames[p - 1].rows[i].maxWeight);
            CHECK(frames[p].rows[i].entropy <= frames[p - 1].rows[i].entropy + 1e-6);
        }
}

TEST_CASE("keys in another order give the same rows in that order") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    const Head head = draw.head(200);
    Head shuffled = head;
    std::vector<Index> order(static_cast<std::size_t>(head.nK()));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t j = order.size(); j > 1; --j)
        std::swap(order[j - 1], order[static_cast<std::size_t>(draw.integer(0, static_cast<Index>(j) - 1))]);
    for (std::size_t j = 0; j < order.size(); ++j) {
        shuffled.k.row(static_cast<Index>(j)) = head.k.row(order[j]);
        shuffled.v.row(static_cast<Index>(j)) = head.v.row(order[j]);
    }
    Pass pass;
    pass.options.scale = 1 / std::sqrt(static_cast<double>(head.dK()));
    pass.spectral = true;
    pass.maps = {whole(MapName::weights, head), whole(MapName::jacobian, head), whole(MapName::output, head),
                 whole(MapName::gradK, head)};
    const Frame a = evaluate(head, pass), b = evaluate(shuffled, pass);
    const VectorD slack = 4 * logitSlack(head, pass.options);
    for (std::size_t m = 0; m < 2; ++m) {
        MatrixF back(head.nQ(), head.nK());
        for (std::size_t j = 0; j < order.size(); ++j)
            back.col(order[j]) = b.maps[m].cells.col(static_cast<Index>(j));
        checkClose("permuted", back, a.maps[m].cells, 1e-5, slack);
    }
    const float size = a.maps[2].cells.cwiseAbs().maxCoeff();
    CHECK((a.maps[2].cells - b.maps[2].cells).cwiseAbs().maxCoeff() <= 1e-4F * size);
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        CHECK(a.rows[i].spectral == Approx(b.rows[i].spectral).epsilon(1e-4));
        CHECK(a.rows[i].entropy ==
              Approx(b.rows[i].entropy).epsilon(1e-5 + slack[static_cast<Index>(i)]).margin(1e-37));
    }
}

TEST_CASE("bands give what the same cells as a dense mask give") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    for (std::uint64_t round = 0; round < 12; ++round) {
        CAPTURE(round);
        Draw draw(seed + 3000 + round);
        Head banded;
        const Index nQ = draw.integer(1, 400), nK = draw.integer(1, 400);
        banded.q = draw.gaussian(nQ, 16);
        banded.k = draw.gaussian(nK, 16);
        banded.v = draw.gaussian(nK, 6);
        Pass pass;
        pass.options.scale = 0.25;
        pass.spectral = true;
        for (const MapName map :
             {MapName::weights, MapName::jacobian, MapName::output, MapName::gradQ, MapName::gradK, MapName::gradV})
            pass.maps.push_back(whole(map, banded));
        Pass bands = pass;
        bands.options.masks = {{MaskKind::window, draw.integer(0, 150), draw.integer(0, 60)}};
        if (draw.chance(0.5))
            bands.options.masks.push_back({draw.chance(0.5) ? MaskKind::causal : MaskKind::causalEnd});
        Head dense = banded;
        dense.mask = MatrixB::Constant(nQ, nK, false);
        for (Index i = 0; i < nQ; ++i) {
            const KeyRange range = allowedKeys(bands.options.masks, i, nQ, nK);
            dense.mask->row(i).segment(range.begin, range.end - range.begin).setConstant(true);
        }
        const MatrixF upstream = draw.gaussian(nQ, 6);
        Compute compute;
        compute.upstream = &upstream;
        const Frame a = evaluate(banded, bands, compute), b = evaluate(dense, pass, compute);
        for (std::size_t m = 0; m < a.maps.size(); ++m) {
            CAPTURE(m);
            const MatrixF &x = a.maps[m].cells, &y = b.maps[m].cells;
            CHECK(((x.array() == 0) == (y.array() == 0)).all());
            CHECK((x - y).cwiseAbs().maxCoeff() <= 2e-5F * y.cwiseAbs().maxCoeff());
        }
        for (std::size_t i = 0; i < a.rows.size(); ++i) {
            CHECK(a.rows[i].keys == b.rows[i].keys);
        }
        CHECK(a.scores.count == b.scores.count);
        if (a.scores.count > 0)
            CHECK(a.scores.variance == Approx(b.scores.variance).margin(1e-6).epsilon(1e-5));
    }
}

TEST_CASE("adding one number to all logits of a row changes nothing else") {
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    Draw draw(seed);
    Head head = draw.head(60);
    Pass pass;
    pass.options.scale = 0.25;
    pass.maps = {whole(MapName::weights, head)};
    head.bias = MatrixF::Zero(head.nQ(), head.nK());
    const Frame before = evaluate(head, pass);
    head.bias->setConstant(8);
    const Frame after = evaluate(head, pass);
    checkClose("shifted", after.maps[0].cells, before.maps[0].cells, 2e-5, 4 * logitSlack(head, pass.options));
}

TEST_CASE("Gaussian rows: the largest weight and the Jacobian that numerics.md gives") {
    // Monte Carlo, ±.01: n = 64, d_k = 64, unscaled .795/.208, scaled .107/.183; fresh each run, so the margin is wide.
    const std::uint64_t seed = testSeed();
    CAPTURE(seed);
    double weights[2] = {0, 0}, jacobians[2] = {0, 0};
    constexpr int heads = 30;
    for (std::uint64_t round = 0; round < heads; ++round) {
        Draw draw(seed + 4000 + round);
        Head head;
        head.q = draw.gaussian(64, 64);
        head.k = draw.gaussian(64, 64);
        head.v = draw.gaussian(64, 1);
        std::vector<Pass> passes(2);
        passes[1].options.scale = 0.125;
        const std::vector<Frame> frames = evaluate(head, passes);
        for (std::size_t p = 0; p < 2; ++p)
            for (const RowStatistics& row : frames[p].rows) {
                weights[p] += row.maxWeight / (64 * heads);
                jacobians[p] += row.frobenius / (64 * heads);
            }
    }
    CHECK(weights[0] == Approx(.795).margin(.05));
    CHECK(jacobians[0] == Approx(.208).margin(.04));
    CHECK(weights[1] == Approx(.107).margin(.02));
    CHECK(jacobians[1] == Approx(.183).margin(.02));
}
