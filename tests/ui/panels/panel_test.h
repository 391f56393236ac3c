// What the tests of the panels share: a session that has come to rest, and undo steps counted.
#pragma once

#include "core/scene/scene.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"

#include <QSignalSpy>
#include <QTest>

namespace softscope::test {

/// Until nothing runs and nothing waits.
inline bool rest(const Session& session) {
    return waitFor([&] { return session.idle() && session.shown(); });
}

inline int undoSteps(Session& session) {
    int steps = 0;
    for (; session.canUndo(); ++steps)
        session.undo();
    for (int i = 0; i < steps; ++i)
        session.redo();
    return steps;
}

inline Scene gaussianScene(Index tokens, Index dK) {
    Scene scene;
    scene.source.tokens = tokens;
    scene.source.dK = dK;
    return scene;
}

template <typename Widget>
Widget* child(const QObject& parent, const char* name) {
    auto* found = parent.findChild<Widget*>(QString::fromLatin1(name));
    REQUIRE(found);
    return found;
}

inline void drag(QWidget* widget, QPoint from, QPoint to, int moves = 8) {
    QTest::mousePress(widget, Qt::LeftButton, {}, from);
    for (int i = 1; i <= moves; ++i)
        QTest::mouseMove(widget, from + (to - from) * i / moves);
    QTest::mouseRelease(widget, Qt::LeftButton, {}, to);
}

} // namespace softscope::test
