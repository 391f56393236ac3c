#include "core/training/sequences.h"

#include "core/base/error.h"
#include "core/head/build.h"
#include "core/training/lock_step.h"
#include "tests/catch.h"

#include <algorithm>

using namespace softscope;

TEST_CASE("a permutation has every number once, differs with the seed and is the same again") {
    for (const Index n : {1, 2, 7, 100}) {
        std::vector<Index> order = permutation(n, 5);
        CHECK(order == permutation(n, 5));
        if (n == 100)
            CHECK(order != permutation(n, 6));
        std::sort(order.begin(), order.end());
        for (Index i = 0; i < n; ++i)
            CHECK(order[static_cast<std::size_t>(i)] == i);
    }
    // Every token is as likely as any other to come first.
    std::vector<int> first(4, 0);
    for (std::uint64_t seed = 0; seed < 4000; ++seed)
        ++first[static_cast<std::size_t>(permutation(4, seed).front())];
    for (const int count : first)
        CHECK(std::abs(count - 1000) < 150); // 5.5 standard deviations
}

TEST_CASE("the fixed task is the head itself, the same at every step") {
    const Scene scene = trainingScene();
    const HeadPointer head = buildHead(scene);
    const Sequences sequences(scene, head);
    const Sequence first = sequences.at(0), later = sequences.at(17);
    CHECK(first.x == head->projection->x);
    CHECK(first.v == head->v);
    CHECK(first.right == later.right);
    CHECK(first.targets().row(3) == first.v.row(first.right[3]));
}

TEST_CASE("fresh sequences differ, and each token carries the code of the one that it looks for") {
    Scene scene = trainingScene();
    scene.training.task = TrainingTask::fresh;
    const Sequences sequences(scene, buildHead(scene));
    const Sequence first = sequences.at(0), later = sequences.at(1);
    CHECK(first.x != later.x);
    CHECK(first.v != later.v);
    CHECK(first.right != later.right);
    for (Index i = 0; i < 16; ++i)
        CHECK(later.x.row(i).tail(32) == later.x.row(later.right[static_cast<std::size_t>(i)]).head(32));
    CHECK(sequences.at(1).x == later.x);
}

TEST_CASE("what cannot be trained is refused in a sentence") {
    Scene scene = trainingScene();
    scene.source.kind = SourceKind::gaussian;
    CHECK_THROWS_WITH(LockStep(scene, buildHead(scene)), Catch::Matchers::Contains("--d-model"));
    scene = trainingScene();
    scene.training.task = TrainingTask::fresh;
    scene.source.dModel = 1;
    CHECK_THROWS_WITH(LockStep(scene, buildHead(scene)), Catch::Matchers::Contains("d_model of 2 or more"));
    scene = trainingScene();
    scene.source.tokens = 3000;
    CHECK_THROWS_WITH(LockStep(scene, buildHead(scene)), Catch::Matchers::Contains("up to 2048 tokens, not 3000"));
}
