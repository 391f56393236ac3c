// Waits until a Session has computed what it was asked for.
#pragma once

#include "tests/catch.h"
#include "ui/session.h"

#include <QTest>

namespace softscope {

inline void settle(Session& session) {
    REQUIRE(QTest::qWaitFor([&] { return session.idle() && session.shown() && session.curve(); }, 20'000));
}

} // namespace softscope
