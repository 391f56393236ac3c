#include "core/base/error.h"
#include "core/head/build.h"
#include "core/head/random.h"
#include "tests/catch.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

Source gaussian(Index tokens, Index dK, std::uint64_t seed = 1) {
    Source source;
    source.tokens = tokens;
    source.dK = dK;
    source.seed = seed;
    return source;
}

Source projected(Index tokens, Index dK, Index dModel) {
    Source source = gaussian(tokens, dK);
    source.kind = SourceKind::projection;
    source.dModel = dModel;
    return source;
}

HeadPointer fresh(const Source& source, const std::vector<Edit>& edits = {}) {
    return HeadBuilder().build(source, edits);
}

bool same(const Head& a, const Head& b) {
    if (a.q != b.q || a.k != b.k || a.v != b.v || a.queryLabels != b.queryLabels || a.keyLabels != b.keyLabels ||
        a.origin != b.origin || a.projection.has_value() != b.projection.has_value())
        return false;
    return !a.projection || (a.projection->x == b.projection->x && a.projection->wQ == b.projection->wQ &&
                             a.projection->wK == b.projection->wK && a.projection->wV == b.projection->wV);
}

} // namespace

TEST_CASE("a Gaussian head has the shapes and the numbers of its source") {
    Source source = gaussian(19, 7, 11);
    source.dV = 5;
    source.sigmaQ = 2;
    source.sigmaK = 0.5;
    const HeadPointer head = fresh(source);
    REQUIRE((head->nQ() == 19 && head->nK() == 19 && head->dK() == 7 && head->dV() == 5));
    CHECK(head->q(18, 6) == 2 * gaussianAt(11, Stream::q, 18, 6));
    CHECK(head->k(3, 0) == 0.5F * gaussianAt(11, Stream::k, 3, 0));
    CHECK(head->v(0, 4) == gaussianAt(11, Stream::v, 0, 4));
    CHECK_FALSE(head->projection);
    CHECK(fresh(gaussian(4, 6))->dV() == 6);
}

TEST_CASE("one more dimension or token leaves the others as they were") {
    const HeadPointer small = fresh(gaussian(20, 64)), large = fresh(gaussian(21, 65));
    CHECK(small->q == large->q.topLeftCorner(20, 64));
    CHECK(small->k == large->k.topLeftCorner(20, 64));
    CHECK(small->v == large->v.topLeftCorner(20, 64));
}

TEST_CASE("a projected head is its embeddings times its matrices") {
    Source source = projected(33, 20, 48);
    source.dV = 9;
    source.sigmaQ = 3;
    const HeadPointer head = fresh(source);
    REQUIRE(head->projection);
    const Projection& p = *head->projection;
    const auto product = [&](const MatrixF& w) -> MatrixD { return p.x.cast<double>() * w.cast<double>(); };
    CHECK((product(p.wQ) - head->q.cast<double>()).cwiseAbs().maxCoeff() < 2e-5);
    CHECK((product(p.wK) - head->k.cast<double>()).cwiseAbs().maxCoeff() < 1e-5);
    CHECK((product(p.wV) - head->v.cast<double>()).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(head->dV() == 9);
    CHECK(p.wQ(47, 19) == Approx(3 / std::sqrt(48.0) * gaussianAt(1, Stream::wQ, 47, 19)));
    const HeadPointer wider = fresh(projected(40, 21, 48));
    CHECK(wider->projection->wK.leftCols(20) == p.wK);
    CHECK(wider->projection->x.topRows(33) == p.x);
}

TEST_CASE("the worked example and the saturation example are as published") {
    Source source;
    source.kind = SourceKind::workedExample;
    const HeadPointer worked = fresh(source);
    const MatrixF scores = worked->q * worked->k.transpose();
    CHECK(scores.row(0) == Eigen::RowVector3f(2, 0, 1));
    CHECK(worked->keyLabels == std::vector<std::string>{"A", "B", "C"});
    CHECK(worked->v.row(2) == Eigen::RowVector4f(0, 0, 1, 2));

    source.kind = SourceKind::saturation;
    const HeadPointer saturation = fresh(source);
    REQUIRE(saturation->dK() == 64);
    const MatrixF two = saturation->q * saturation->k.transpose();
    CHECK(two.row(0) == Eigen::RowVector2f(40, 2));
    CHECK(two.row(1) == Eigen::RowVector2f(0, 2));
}

TEST_CASE("labels name the first tokens") {
    Source source = gaussian(3, 4);
    source.labels = {"the", "cat"};
    const HeadPointer head = fresh(source);
    CHECK(labelOf(head->queryLabels, 1) == "cat");
    CHECK(labelOf(head->keyLabels, 2) == "2");
    source.tokens = 1;
    CHECK(fresh(source)->queryLabels == std::vector<std::string>{"the"});
    CHECK(labelOf({}, -1) == "-1");
}

TEST_CASE("what a builder remembers changes no result") {
    std::mt19937 random(20261130);
    const auto upTo = [&](Index most) { return static_cast<Index>(random() % static_cast<unsigned>(most)) + 1; };
    HeadBuilder builder;
    for (int step = 0; step < 120; ++step) {
        Source source =
            step % 5 == 4 ? projected(upTo(60), upTo(70), upTo(40)) : gaussian(upTo(90), upTo(130), upTo(2));
        if (step % 3 == 0)
            source.dV = upTo(50);
        source.sigmaQ = step % 2 == 0 ? 1 : 1.7;
        std::vector<Edit> edits;
        for (Index i = upTo(4); i > 1; --i) {
            Edit edit{static_cast<Role>(random() % 4), upTo(40), static_cast<EditKind>(random() % 4), upTo(40),
                      upTo(40)};
            edit.amount = 2.5;
            edits.push_back(edit);
        }
        const HeadPointer head = builder.build(source, edits);
        CAPTURE(step, source.tokens, source.dK);
        REQUIRE(same(*head, *fresh(source, edits)));
        REQUIRE(same(*builder.build(source, edits), *head));
        REQUIRE(same(*builder.build(source, {}), *fresh(source)));
    }
}

TEST_CASE("building a head can be stopped, and the builder goes on as if it had not been asked") {
    std::stop_source stop;
    stop.request_stop();
    Source tensors;
    tensors.kind = SourceKind::tensors;
    tensors.tensors.path = "softscope:heads/minilm.safetensors";
    tensors.tensors.layer = tensors.tensors.head = 0;
    HeadBuilder builder;
    for (const Source& source : {gaussian(40, 50), projected(40, 30, 20), tensors}) {
        Scene scene;
        scene.source = source;
        CHECK_THROWS_AS(builder.build(source, {}, 0, stop.get_token()), Cancelled);
        CHECK_THROWS_AS(buildHead(scene, 0, stop.get_token()), Cancelled);
        CHECK(same(*builder.build(source, {}), *fresh(source)));
        CHECK(builder.build(source, {}, 0, stop.get_token())->nQ() > 0); // nothing to do, nothing to stop
        Source other = source;
        other.seed = 8;
        other.tensors.head = 1;
        CHECK_THROWS_AS(builder.build(other, {}, 0, stop.get_token()), Cancelled);
        CHECK(same(*builder.build(source, {}), *fresh(source)));
    }
}

TEST_CASE("a head is the same on any number of threads, and takes no more than it may") {
    for (const Source& source : {gaussian(700, 90), projected(700, 90, 70)}) {
        const HeadPointer all = fresh(source);
        CHECK(same(*HeadBuilder().build(source, {}, 1), *all));
        CHECK(same(*HeadBuilder().build(source, {}, 3), *all));
    }
}

TEST_CASE("a head that memory cannot hold is refused before it is made") {
    const Source source = gaussian(1'048'576, 16'384);
    try {
        fresh(source);
        FAIL("it was made");
    } catch (const Error& error) {
        const std::string sentence = error.what();
        CHECK(sentence.find("1048576 tokens") != std::string::npos);
        CHECK(sentence.find("206 GB") != std::string::npos);
    }
    HeadBuilder builder;
    CHECK_THROWS_AS(builder.build(source, {}), Error);
    CHECK(builder.build(gaussian(4, 4), {})->nQ() == 4);
}
