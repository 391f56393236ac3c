#include "core/scene/edit_list.h"

#include "tests/catch.h"

using namespace softscope;

namespace {

const VectorName q2{Role::q, 2};
const VectorName k2{Role::k, 2};
const VectorName q5{Role::q, 5};
const VectorName x2{Role::x, 2};

Edit edit(VectorName vector, EditKind kind, double amount, Index component = 0, Index towards = 0,
          std::uint64_t seed = 1) {
    return {vector.role, vector.token, kind, component, towards, seed, amount};
}

Edit component(VectorName vector, Index c, double amount) {
    return edit(vector, EditKind::component, amount, c);
}

} // namespace

TEST_CASE("a component edit replaces the earlier one of the same component") {
    std::vector<Edit> edits;
    setComponent(edits, q2, 7, 1.5);
    setComponent(edits, q2, 3, -1);
    setComponent(edits, q2, 7, 2.5);
    CHECK(edits == std::vector<Edit>{component(q2, 7, 2.5), component(q2, 3, -1)});
    setComponent(edits, k2, 7, 9);
    setComponent(edits, q5, 7, 8);
    setComponent(edits, q2, 7, 0);
    CHECK(edits ==
          std::vector<Edit>{component(q2, 7, 0), component(q2, 3, -1), component(k2, 7, 9), component(q5, 7, 8)});
}

TEST_CASE("a component edit after an operation on its vector is appended") {
    for (const EditKind kind : {EditKind::norm, EditKind::turn, EditKind::noise}) {
        std::vector<Edit> edits{component(q2, 7, 1), edit(q2, kind, 4, 0, 5)};
        setComponent(edits, q2, 7, 2);
        REQUIRE(edits.size() == 3);
        CHECK(edits[0] == component(q2, 7, 1));
        CHECK(edits[2] == component(q2, 7, 2));
        setComponent(edits, q2, 7, 3);
        CHECK(edits.size() == 3);
        CHECK(edits[2].amount == 3);
    }
}

TEST_CASE("the open components are those that nothing came after") {
    const std::vector<Edit> edits{component(q2, 1, 1), edit(q2, EditKind::norm, 4), component(q2, 7, 1),
                                  component(q5, 2, 2), component(q2, 3, 3),         component(q2, 7, 9)};
    CHECK(openComponents(edits, q2) == std::vector<std::size_t>{5, 4});
    CHECK(openComponents(edits, k2).empty());
    for (const std::size_t place : openComponents(edits, q2))
        CHECK(openComponent(edits, q2, edits[place].component) == place);
}

TEST_CASE("operations on other vectors do not stand between two edits of a component") {
    std::vector<Edit> edits{component(q2, 7, 1), edit(k2, EditKind::norm, 4), edit(q5, EditKind::noise, 1),
                            edit(q5, EditKind::turn, 30, 0, 1)};
    setComponent(edits, q2, 7, 2);
    CHECK(edits.size() == 4);
    CHECK(edits[0].amount == 2);
}

TEST_CASE("a vector that another was turned towards is not changed behind its back") {
    std::vector<Edit> edits{component(q2, 7, 1), edit(q5, EditKind::turn, 30, 0, 2)};
    CHECK_FALSE(openComponent(edits, q2, 7).has_value());
    CHECK_FALSE(openEdit(edits, q2).has_value());
    setComponent(edits, q2, 7, 2);
    CHECK(edits.size() == 3);
    CHECK(edits[0].amount == 1);
    // A turn in another role does not read it.
    edits = {component(q2, 7, 1), edit({Role::k, 5}, EditKind::turn, 30, 0, 2)};
    setComponent(edits, q2, 7, 2);
    CHECK(edits.size() == 2);
}

TEST_CASE("an edit of the embedding comes between edits of what is projected from it") {
    std::vector<Edit> edits{component(q2, 7, 1), component(x2, 0, 3)};
    setComponent(edits, q2, 7, 2);
    CHECK(edits == std::vector<Edit>{component(q2, 7, 1), component(x2, 0, 3), component(q2, 7, 2)});
    // But q does not come between edits of x.
    setComponent(edits, x2, 0, 4);
    CHECK(edits.size() == 3);
    CHECK(edits[1].amount == 4);
}

TEST_CASE("the norm handle changes the last norm, and only that") {
    std::vector<Edit> edits;
    setNorm(edits, q2, 4);
    setNorm(edits, q2, 0);
    setNorm(edits, q2, 6);
    CHECK(edits == std::vector<Edit>{edit(q2, EditKind::norm, 6)});
    setComponent(edits, q2, 0, 1);
    setNorm(edits, q2, 2);
    CHECK(edits.size() == 3);
    setNorm(edits, k2, 2);
    setNorm(edits, q2, 3);
    REQUIRE(edits.size() == 4);
    CHECK(edits[2] == edit(q2, EditKind::norm, 3));
}

TEST_CASE("the turn handle changes the last turn towards the same token, at 0 it leaves nothing") {
    std::vector<Edit> edits;
    setTurn(edits, q2, 5, 0);
    CHECK(edits.empty());
    setTurn(edits, q2, 5, 10);
    setTurn(edits, q2, 5, 80);
    CHECK(edits == std::vector<Edit>{edit(q2, EditKind::turn, 80, 0, 5)});
    setTurn(edits, q2, 6, 20);
    CHECK(edits.size() == 2);
    setTurn(edits, q2, 6, 0);
    CHECK(edits == std::vector<Edit>{edit(q2, EditKind::turn, 80, 0, 5)});
    setTurn(edits, q2, 5, 0);
    CHECK(edits.empty());
}

TEST_CASE("a turn whose target has been bent since is left, and a new one begins") {
    std::vector<Edit> edits{edit(q2, EditKind::turn, 30, 0, 5), component(q5, 0, 1)};
    setTurn(edits, q2, 5, 40);
    REQUIRE(edits.size() == 3);
    CHECK(edits[0].amount == 30);
    edits = {edit(q2, EditKind::turn, 30, 0, 5), component({Role::x, 5}, 0, 1)};
    setTurn(edits, q2, 5, 40);
    CHECK(edits.size() == 3);
    edits = {edit(q2, EditKind::turn, 30, 0, 5), component({Role::k, 5}, 0, 1)};
    setTurn(edits, q2, 5, 40);
    CHECK(edits.size() == 2);
}

TEST_CASE("the noise handle changes the last noise, its seed too, at 0 it leaves nothing") {
    std::vector<Edit> edits{component(q2, 1, 1)};
    setNoise(edits, q2, 4, 0.5);
    setNoise(edits, q2, 9, 0.75);
    REQUIRE(edits.size() == 2);
    CHECK(edits[1] == edit(q2, EditKind::noise, 0.75, 0, 0, 9));
    setNoise(edits, q2, 9, 0);
    CHECK(edits == std::vector<Edit>{component(q2, 1, 1)});
    setNoise(edits, q2, 9, 0);
    CHECK(edits.size() == 1);
}

TEST_CASE("noise and a turn stay under their handles when the vector is bent further") {
    std::vector<Edit> edits;
    setNoise(edits, q2, 4, 0.5);
    setTurn(edits, q2, 5, 30);
    setNorm(edits, q2, 3);
    setComponent(edits, q2, 1, 9);
    REQUIRE(edits.size() == 4);
    CHECK(openOperation(edits, q2, EditKind::noise) == std::optional<std::size_t>(0));
    CHECK(openOperation(edits, q2, EditKind::turn) == std::optional<std::size_t>(1));
    CHECK(openOperation(edits, q2, EditKind::turn, 5) == std::optional<std::size_t>(1));
    CHECK_FALSE(openOperation(edits, q2, EditKind::turn, 6));
    CHECK_FALSE(openOperation(edits, q5, EditKind::noise));
    setNoise(edits, q2, 4, 0.25);
    setTurn(edits, q2, 5, 40);
    CHECK(edits == std::vector<Edit>{edit(q2, EditKind::noise, 0.25, 0, 0, 4), edit(q2, EditKind::turn, 40, 0, 5),
                                     edit(q2, EditKind::norm, 3), component(q2, 1, 9)});
    // Another vector was turned towards this one: what it read stays.
    setTurn(edits, q5, 2, 10);
    CHECK_FALSE(openOperation(edits, q2, EditKind::noise));
    setNoise(edits, q2, 4, 1);
    REQUIRE(edits.size() == 6);
    CHECK(edits[0].amount == 0.25);
    CHECK(edits[5] == edit(q2, EditKind::noise, 1, 0, 0, 4));
}

TEST_CASE("resets take back what was named and leave the order of the rest") {
    const std::vector<Edit> all{component(q2, 1, 1), edit(q2, EditKind::norm, 3), component(q2, 1, 2),
                                component(q2, 4, 5), component(k2, 1, 1),         component(q5, 1, 1)};
    std::vector<Edit> edits = all;
    CHECK(isEdited(edits, q2, 1));
    resetComponent(edits, q2, 1);
    CHECK(edits == std::vector<Edit>{all[1], all[3], all[4], all[5]});
    CHECK_FALSE(isEdited(edits, q2, 1));
    CHECK(isEdited(edits, q2));
    resetVector(edits, q2);
    CHECK(edits == std::vector<Edit>{all[4], all[5]});
    CHECK_FALSE(isEdited(edits, q2));
    CHECK(isEdited(edits, k2));
    resetComponent(edits, q2, 1);
    CHECK(edits.size() == 2);
}
