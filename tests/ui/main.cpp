// The entry point of the window's tests: one QApplication; a Qt warning or a widget left behind fails the run.
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
using Listener = Catch::EventListenerBase;
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
using Listener = Catch::TestEventListenerBase;
#endif

#include <QApplication>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWidget>

#include <atomic>
#include <cstdio>

namespace {

std::atomic<int> faults = 0;

/// What the test's platform says of itself is no fault of the program.
bool isOfThePlatform(const QString& text) {
    return text.startsWith("This plugin does not support");
}

void takeMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
    std::fprintf(stderr, "Qt: %s\n", qUtf8Printable(text));
    if (type != QtDebugMsg && type != QtInfoMsg && !isOfThePlatform(text))
        ++faults;
}

// Catch2 2 gives the object, 3 a pointer to it.
std::string nameOf(const Catch::TestCaseInfo& info) {
    return info.name;
}
[[maybe_unused]] std::string nameOf(const Catch::TestCaseInfo* info) {
    return info->name;
}

class LeftBehind : public Listener {
public:
    using Listener::Listener;

    void testCaseEnded(const Catch::TestCaseStats& statistics) override {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        for (const QWidget* widget : QApplication::allWidgets()) {
            std::fprintf(stderr, "left behind by \"%s\": %s %s\n", nameOf(statistics.testInfo).c_str(),
                         widget->metaObject()->className(), qUtf8Printable(widget->objectName()));
            ++faults;
        }
        for (QWidget* widget : QApplication::topLevelWidgets())
            delete widget; // so that the next case does not answer for it
        Listener::testCaseEnded(statistics);
    }
};
CATCH_REGISTER_LISTENER(LeftBehind)

} // namespace

int main(int argc, char* argv[]) {
    QTemporaryDir runtime;
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", runtime.path().toUtf8());
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("QT_QPA_PLATFORM", "offscreen").toUtf8());
    qInstallMessageHandler(takeMessage);
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle("Fusion");
    QApplication::setApplicationName("softscope-tests");
    const int failed = Catch::Session().run(argc, argv);
    return failed != 0 ? failed : faults > 0 ? 1 : 0;
}
