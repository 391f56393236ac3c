#include "app/headless.h"

#include <QString>

#include <clocale>
#include <cstdio>
#include <cstdlib>

namespace softscope {

namespace {

void handle(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type != QtFatalMsg)
        return;
    const QString first = message.section(QLatin1Char('\n'), 0, 0);
    std::fprintf(stderr, "softscope: Qt cannot start without a display: %s Is the package qt6-qpa-plugins installed?\n",
                 qUtf8Printable(first));
    std::_Exit(1);
}

} // namespace

void quietQt() {
    qInstallMessageHandler(handle);
}

void keepCLocale() {
    std::setlocale(LC_ALL, "C");
}

} // namespace softscope
