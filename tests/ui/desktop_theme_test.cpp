#include "ui/desktop_theme.h"

#include "tests/catch.h"

#include <QDBusVariant>

using namespace softscope;

TEST_CASE("The portal's answer is a number, wrapped once or twice", "[desktop_theme]") {
    const auto wrapped = [](const QVariant& inner) { return QVariant::fromValue(QDBusVariant(inner)); };
    CHECK(darkPreference(1U) == std::optional(true));
    CHECK(darkPreference(wrapped(1U)) == std::optional(true));
    CHECK(darkPreference(wrapped(wrapped(2U))) == std::optional(false));
    CHECK_FALSE(darkPreference(wrapped(0U)));
    CHECK_FALSE(darkPreference(wrapped(7U)));
    CHECK_FALSE(darkPreference(QStringLiteral("dark")));
    CHECK_FALSE(darkPreference({}));
}
