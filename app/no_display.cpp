#include "app/no_display.h"

#include "app/headless.h"
#include "core/scene/presets.h"
#include "core/scene/words.h"
#include "ui/export/figure.h"
#include "ui/open_file.h"

#include <QGuiApplication>

#include <cstdio>
#include <string>
#include <unistd.h>

namespace softscope {

namespace {

constexpr auto mark = "SOFTSCOPE_WITHOUT_DISPLAY";

// A message handler is a plain function: it finds here what to start again with.
std::string waitingProgram, waitingFile;

void takeMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtFatalMsg) // of the platform plugins: why they do not work; our own sentence says what that means
        return;
    qputenv(mark, "1");
    const char* const file = waitingFile.empty() ? nullptr : waitingFile.c_str();
    execl("/proc/self/exe", waitingProgram.c_str(), file, static_cast<char*>(nullptr));
    std::fprintf(stderr, "softscope: there is no display: %s\n", qUtf8Printable(text)); // it could not start again
}

/// softscope-MAP.png, or with the first number that is free: nobody asked for these files, so they replace none.
std::string freeName(MapName map) {
    const std::string name = "softscope-" + std::string(wordOf(map));
    std::string file = name + ".png";
    std::error_code failure;
    for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(file, failure)); ++i)
        file = name + "-" + std::to_string(i) + ".png";
    return file;
}

} // namespace

DisplayGuard::DisplayGuard(const char* program, const std::filesystem::path& file) {
    waitingProgram = program;
    waitingFile = file.string();
    qInstallMessageHandler(takeMessage);
}

DisplayGuard::~DisplayGuard() {
    passed();
}

void DisplayGuard::passed() const {
    qInstallMessageHandler(nullptr);
}

bool startedWithoutDisplay() {
    return qEnvironmentVariableIsSet(mark);
}

int renderWithoutDisplay(const std::filesystem::path& file) {
    const Headless<QGuiApplication> application;
    Scene scene = file.empty() ? preset(firstPreset).scene : openFile(file, Scene()).scene;
    HeadBuilder builder;
    std::string names;
    for (const MapPlace& place : scene.view.places) {
        scene.figure.place = place;
        const std::string target = freeName(place.map);
        writeFigure(target, figureContent(scene, builder));
        names += (names.empty() ? "" : ", ") + target;
    }
    std::fprintf(stderr,
                 "softscope: There is no display to open a window on, so the three maps were written to %s; see "
                 "softscope --help for what else works without one.\n",
                 names.c_str());
    return 0;
}

} // namespace softscope
