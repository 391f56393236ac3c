// Waits until a Session has computed what it was asked for.
#pragma once

#include "tests/catch.h"
#include "tests/ui/support/wait.h"

namespace softscope {

inline void settle(Session& session) {
    REQUIRE(test::waitFor([&] { return session.idle() && session.shown() && session.curve(); }));
}

} // namespace softscope
