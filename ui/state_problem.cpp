#include "ui/state_problem.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <filesystem>

#include <unistd.h>

namespace softscope {

QString stateProblem(const StatePlaces& places) {
    for (const QString& file : {places.sceneFile, places.settingsFile}) {
        const QString folder = QFileInfo(file).path();
        std::error_code failure;
        std::filesystem::create_directories(folder.toStdString(), failure);
        if (failure || ::access(folder.toLocal8Bit().constData(), W_OK | X_OK) != 0)
            return QCoreApplication::translate("softscope::WindowState",
                                               "The folder %1 cannot be written, so the scene and the layout are not "
                                               "kept for the next start; save the scene to a file of your own.")
                .arg(folder);
    }
    return {};
}

} // namespace softscope
