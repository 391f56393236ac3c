#include "ui/state_problem.h"

#include "tests/catch.h"

#include <QFile>
#include <QTemporaryDir>

using namespace softscope;

TEST_CASE("a state that can be kept is not spoken of, one that cannot be is in one sentence") {
    const QTemporaryDir folder;
    CHECK(stateProblem(StatePlaces::in(folder.filePath(QStringLiteral("new/deep")))).isEmpty());
    QFile file(folder.filePath(QStringLiteral("file")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    const QString problem = stateProblem(StatePlaces::in(file.fileName() + QStringLiteral("/inside")));
    CHECK(problem.contains(file.fileName()));
    CHECK(problem.contains(QStringLiteral("cannot be written")));
    CHECK_FALSE(stateProblem(StatePlaces::in(QStringLiteral("/proc/softscope"))).isEmpty());
}
