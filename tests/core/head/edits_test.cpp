#include "core/head/build.h"
#include "core/head/edits.h"
#include "tests/catch.h"

#include <cmath>
#include <numbers>

using namespace softscope;

namespace {

Head plain(Index n = 6, Index dK = 8, std::optional<Index> dModel = {}) {
    Source source;
    source.kind = dModel ? SourceKind::projection : SourceKind::gaussian;
    source.tokens = n;
    source.dK = dK;
    source.dModel = dModel.value_or(1);
    return *HeadBuilder().build(source, {});
}

Edit component(Role role, Index token, Index at, double amount) {
    Edit edit{role, token, EditKind::component, at};
    edit.amount = amount;
    return edit;
}

Edit norm(Role role, Index token, double amount) {
    Edit edit{role, token, EditKind::norm};
    edit.amount = amount;
    return edit;
}

Edit turn(Role role, Index token, Index towards, double degrees) {
    Edit edit{role, token, EditKind::turn, 0, towards};
    edit.amount = degrees;
    return edit;
}

Edit noise(Role role, Index token, double amount, std::uint64_t seed = 1) {
    Edit edit{role, token, EditKind::noise, 0, 0, seed};
    edit.amount = amount;
    return edit;
}

Head edited(Head head, const std::vector<Edit>& edits) {
    applyEdits(head, edits);
    return head;
}

double degreesBetween(const auto& a, const auto& b) {
    const VectorD x = a.template cast<double>().transpose(), y = b.template cast<double>().transpose();
    return std::acos(std::clamp(x.dot(y) / (x.norm() * y.norm()), -1.0, 1.0)) * 180 / std::numbers::pi;
}

} // namespace

TEST_CASE("a component becomes what was asked and nothing else moves") {
    const Head before = plain();
    Head after = edited(before, {component(Role::k, 2, 5, -3.25)});
    CHECK(after.k(2, 5) == -3.25F);
    after.k(2, 5) = before.k(2, 5);
    CHECK((after.k == before.k && after.q == before.q && after.v == before.v));
}

TEST_CASE("a norm is set and the direction kept, a zero vector stays") {
    const Head before = plain();
    const Head after = edited(before, {norm(Role::v, 3, 7.5)});
    CHECK(after.v.row(3).norm() == Approx(7.5).epsilon(1e-6));
    CHECK(degreesBetween(after.v.row(3), before.v.row(3)) < 0.01);
    CHECK(edited(before, {norm(Role::q, 0, 0)}).q.row(0).isZero(0));
    CHECK(edited(before, {norm(Role::q, 0, 0), norm(Role::q, 0, 2)}).q.row(0).isZero(0));
}

TEST_CASE("a turn keeps the norm and moves by its angle in the plane of both") {
    const Head before = plain();
    const double between = degreesBetween(before.q.row(1), before.q.row(4));
    for (const double degrees : {0.0, 10.0, 45.0, between, 120.0, -30.0}) {
        CAPTURE(degrees);
        const Head after = edited(before, {turn(Role::q, 1, 4, degrees)});
        CHECK(after.q.row(1).norm() == Approx(before.q.row(1).norm()).epsilon(1e-6));
        CHECK(degreesBetween(after.q.row(1), before.q.row(1)) == Approx(std::abs(degrees)).margin(0.05));
        if (between + std::abs(degrees) < 170)
            CHECK(degreesBetween(after.q.row(1), before.q.row(4)) == Approx(std::abs(between - degrees)).margin(0.05));
        CHECK(after.q.row(4) == before.q.row(4));
    }
}

TEST_CASE("a turn without a plane does nothing") {
    Head head = plain();
    head.q.row(2) = 3 * head.q.row(1);
    head.q.row(3) = -head.q.row(1);
    head.q.row(5).setZero();
    const std::pair<Index, Index> lines[] = {{1, 2}, {2, 1}, {1, 3}, {1, 5}, {5, 1}, {1, 1}};
    for (const auto& [token, towards] : lines) {
        CAPTURE(token, towards);
        CHECK(edited(head, {turn(Role::q, token, towards, 50)}).q == head.q);
    }
    const Head one = plain(4, 1);
    CHECK(edited(one, {turn(Role::k, 0, 1, 50)}).k == one.k);
}

TEST_CASE("noise has its standard deviation and depends on seed, role and token alone") {
    const Head before = plain(4, 4096);
    const auto added = [&](const Edit& edit) -> MatrixF { return edited(before, {edit}).q.row(1) - before.q.row(1); };
    const MatrixF one = added(noise(Role::q, 1, 0.5));
    CHECK(std::sqrt(one.squaredNorm() / 4096) == Approx(0.5).epsilon(0.05));
    CHECK((one - added(noise(Role::q, 1, 0.5, 2))).norm() > 10);
    const Head both = edited(before, {noise(Role::q, 1, 0.5), noise(Role::k, 1, 0.5), noise(Role::q, 2, 0.5)});
    CHECK((both.k.row(1) - before.k.row(1) - one).norm() > 10);
    CHECK((both.q.row(2) - before.q.row(2) - one).norm() > 10);
    const Head wider = edited(plain(4, 4097), {noise(Role::q, 1, 0.5)});
    CHECK(wider.q.row(1).head(4096) == edited(before, {noise(Role::q, 1, 0.5)}).q.row(1));
}

TEST_CASE("edits apply in order") {
    const Head before = plain();
    const Head after =
        edited(before, {component(Role::q, 0, 0, 100), norm(Role::q, 0, 1), component(Role::q, 0, 1, 5)});
    CHECK(after.q(0, 1) == 5);
    CHECK(after.q(0, 0) == Approx(1).margin(0.01));
}

TEST_CASE("an edit of what is not there does nothing") {
    const Head before = plain();
    const std::vector<Edit> edits{component(Role::q, 6, 0, 1), component(Role::q, 0, 8, 1),
                                  turn(Role::k, 1, 6, 30),     noise(Role::v, 100, 1),
                                  norm(Role::k, 6, 1),         component(Role::x, 0, 0, 1)};
    const Head after = edited(before, edits);
    CHECK((after.q == before.q && after.k == before.k && after.v == before.v));
}

TEST_CASE("an embedding is edited before it is projected, q after") {
    const Head before = plain(7, 5, 9);
    const Head after =
        edited(before, {component(Role::q, 2, 1, 8), component(Role::x, 2, 3, -4), component(Role::x, 9, 0, 1)});
    const Projection& p = *after.projection;
    CHECK(p.x(2, 3) == -4);
    MatrixD q = p.x.cast<double>() * p.wQ.cast<double>();
    const MatrixD k = p.x.cast<double>() * p.wK.cast<double>(), v = p.x.cast<double>() * p.wV.cast<double>();
    q(2, 1) = 8;
    CHECK((after.q.cast<double>() - q).cwiseAbs().maxCoeff() < 1e-5);
    CHECK((after.k.cast<double>() - k).cwiseAbs().maxCoeff() < 1e-5);
    CHECK((after.v.cast<double>() - v).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(after.k.row(3) == before.k.row(3));
    CHECK((after.k.row(2) - before.k.row(2)).norm() > 0.1);
}
