#include "ui/scene_history.h"

#include "tests/catch.h"

using namespace softscope;

namespace {

Scene withDK(Index dK) {
    Scene scene;
    scene.source.dK = dK;
    return scene;
}

} // namespace

TEST_CASE("Undo and redo walk through the scenes and name the steps", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    CHECK_FALSE(history.canUndo());
    CHECK(history.change("one", withDK(8), {}));
    CHECK(history.change("two", withDK(16), {}));
    CHECK(history.undoText() == "two");
    CHECK(history.undo());
    CHECK(history.scene() == withDK(8));
    CHECK(history.redoText() == "two");
    CHECK(history.undoText() == "one");
    CHECK(history.undo());
    CHECK(history.scene() == withDK(4));
    CHECK_FALSE(history.undo());
    CHECK(history.redo());
    CHECK(history.redo());
    CHECK_FALSE(history.redo());
    CHECK(history.scene() == withDK(16));
}

TEST_CASE("A change takes the redo steps away, an equal scene does not", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    history.change("one", withDK(8), {});
    history.undo();
    CHECK_FALSE(history.change("nothing", withDK(4), {}));
    CHECK(history.canRedo());
    history.change("other", withDK(5), {});
    CHECK_FALSE(history.canRedo());
}

TEST_CASE("A gesture is one step, the next one another", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    for (const Index dK : {5, 6, 7})
        history.change("d_k", withDK(dK), "drag");
    history.endGesture();
    for (const Index dK : {8, 9})
        history.change("d_k", withDK(dK), "drag");
    history.undo();
    CHECK(history.scene() == withDK(7));
    history.undo();
    CHECK(history.scene() == withDK(4));
    CHECK_FALSE(history.canUndo());
}

TEST_CASE("A gesture by another name begins a step of its own", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    history.change("a", withDK(5), "a");
    history.change("b", withDK(6), "b");
    history.change("plain", withDK(7), {});
    history.undo();
    CHECK(history.scene() == withDK(6));
    history.undo();
    CHECK(history.scene() == withDK(5));
}

TEST_CASE("A gesture that came back to where it began leaves no step", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    history.change("d_k", withDK(5), "drag");
    history.change("d_k", withDK(4), "drag");
    CHECK(history.endGesture());
    CHECK_FALSE(history.canUndo());
}

TEST_CASE("Looking makes no step and rides with the next", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    Scene looked = withDK(4);
    looked.selection = {3, 2};
    CHECK(history.look(looked));
    CHECK_FALSE(history.look(looked));
    CHECK_FALSE(history.canUndo());
    Scene changed = looked;
    changed.source.dK = 8;
    history.change("d_k", changed, {});
    history.undo();
    CHECK(history.scene() == looked);
}

TEST_CASE("Only so many steps are kept, the newest ones", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(1));
    const auto all = Index(SceneHistory::mostSteps) + 10;
    for (Index step = 1; step <= all; ++step)
        history.change("d_k", withDK(1 + step), {});
    std::size_t undone = 0;
    while (history.undo())
        ++undone;
    CHECK(undone == SceneHistory::mostSteps);
    CHECK(history.scene() == withDK(11));
}

TEST_CASE("Documents come and go with their steps", "[scene_history]") {
    SceneHistory history;
    const auto first = std::make_shared<Document>(Document{"first", withDK(4)});
    const auto second = std::make_shared<Document>(Document{"second", withDK(9)});
    history.reset(withDK(4), first);
    history.change("one", withDK(5), {});
    history.open("open", withDK(9), second);
    history.change("two", withDK(10), {});
    CHECK(history.document() == second);
    history.undo();
    history.undo();
    CHECK(history.document() == first);
    CHECK(history.scene() == withDK(5));
    history.redo();
    CHECK(history.document() == second);
    CHECK(history.scene() == withDK(9));
}

TEST_CASE("A drag does not run on across another document", "[scene_history]") {
    SceneHistory history;
    history.reset(withDK(4));
    history.change("d_k", withDK(5), "drag");
    history.open("open", withDK(9), std::make_shared<Document>());
    history.change("d_k", withDK(10), "drag");
    history.undo();
    CHECK(history.scene() == withDK(9));
}

TEST_CASE("Large scenes are kept by their bytes, and never fewer than the least steps", "[scene_history]") {
    const auto undoSteps = [](std::size_t edits, Index changes) {
        SceneHistory history;
        Scene scene = withDK(1);
        scene.edits.resize(edits);
        history.reset(scene);
        for (Index step = 1; step <= changes; ++step) {
            scene.source.dK = 1 + step;
            history.change("d_k", scene, {});
        }
        std::size_t undone = 0;
        while (history.undo())
            ++undone;
        return undone;
    };
    const std::size_t edits = (std::size_t(4) << 20) / sizeof(Edit);
    const std::size_t kept = undoSteps(edits, 80);
    CHECK(kept * 4 <= SceneHistory::mostBytes >> 20);
    CHECK(kept >= 60);
    CHECK(undoSteps(2 * edits, 60) == SceneHistory::leastSteps);
}
