// Waiting for what workers bring, with the event loop running.
#pragma once

#include "ui/session.h"

#include <QTest>

namespace softscope::test {

/// Ends a test that would otherwise hang; far longer than anything here takes, sanitizers included.
inline constexpr int longEnough = 120'000;

template <typename Condition>
bool waitFor(Condition condition) {
    return QTest::qWaitFor(condition, longEnough);
}

/// Until nothing runs and nothing waits.
inline bool settle(const Session& session) {
    return waitFor([&] { return session.idle(); });
}

} // namespace softscope::test
