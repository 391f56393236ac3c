#include "app/bench_interactive.h"
#include "core/base/error.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <array>

namespace softscope {

namespace {

constexpr int patience = 20'000; // milliseconds

double oneStart() {
    const QTemporaryDir profile;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("SOFTSCOPE_STATE_DIR"), profile.path());
    environment.insert(QStringLiteral("SOFTSCOPE_EXIT_AFTER_FIRST_PICTURE"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setStandardErrorFile(QProcess::nullDevice());
    QElapsedTimer clock;
    clock.start();
    process.start(QCoreApplication::applicationFilePath(), {});
    // It says a line when its first picture is painted, and then ends.
    const bool painted = process.waitForReadyRead(patience);
    const double milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    if (!process.waitForFinished(patience) || !painted || process.exitCode() != 0)
        throw Error("The window could not be started to measure how long that takes.");
    return milliseconds;
}

} // namespace

double benchStart(const std::stop_token& stop) {
    std::array<double, 5> times{};
    oneStart(); // warms the disk
    for (double& time : times) {
        if (stop.stop_requested())
            throw Cancelled();
        time = oneStart();
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

} // namespace softscope
