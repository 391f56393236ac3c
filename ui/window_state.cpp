#include "ui/window_state.h"

#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "ui/path_of.h"

#include <QCoreApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>

namespace softscope {

namespace {

constexpr auto geometryKey = "window/geometry";
constexpr auto layoutKey = "window/layout";
constexpr auto chartShareKey = "window/charts";
constexpr auto tabKey = "window/tab";
constexpr auto appearanceKey = "window/theme";
constexpr auto backendKey = "window/backend";
constexpr auto documentKey = "document/file";

/// Sets a file that this program cannot read aside, so that the next close does not write over it: a newer version may
/// read it. Says where it is.
QString setAside(const std::filesystem::path& file) {
    std::filesystem::path aside = file;
    aside += ".unreadable";
    for (int number = 2; std::filesystem::exists(aside); ++number) {
        aside = file;
        aside += ".unreadable-" + std::to_string(number);
    }
    std::error_code failure;
    std::filesystem::rename(file, aside, failure);
    if (failure)
        return {};
    return QCoreApplication::translate("softscope::WindowState", " It was kept as %1.")
        .arg(QString::fromStdU16String(aside.u16string()));
}

} // namespace

StatePlaces StatePlaces::in(const QString& folder) {
    return {folder + QStringLiteral("/softscope.ini"), folder + QStringLiteral("/last-scene.json")};
}

StatePlaces StatePlaces::standard() {
    const QString folder = qEnvironmentVariable("SOFTSCOPE_STATE_DIR");
    if (!folder.isEmpty())
        return in(folder);
    return {QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/softscope.ini"),
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/last-scene.json")};
}

LastScene readLastScene(const StatePlaces& places) {
    LastScene last;
    if (!std::filesystem::exists(pathOf(places.sceneFile)))
        return last;
    try {
        last.scene = readScene(pathOf(places.sceneFile));
    } catch (const std::exception& failure) {
        last.problem = QString::fromUtf8(failure.what()) + setAside(pathOf(places.sceneFile));
        return last;
    }
    const QSettings settings(places.settingsFile, QSettings::IniFormat);
    last.file = settings.value(documentKey).toString();
    if (last.file.isEmpty())
        return last;
    try {
        last.document = readScene(pathOf(last.file));
    } catch (const Error&) { // gone or changed since: the scene at hand has all of it
        last.file.clear();
    }
    return last;
}

WindowState::WindowState(const StatePlaces& places)
    : m_places(places), m_settings(std::make_unique<QSettings>(places.settingsFile, QSettings::IniFormat)),
      m_recentFiles(*m_settings) {}

WindowState::~WindowState() = default;

QByteArray WindowState::geometry() const {
    return m_settings->value(geometryKey).toByteArray();
}

QByteArray WindowState::layout() const {
    return m_settings->value(layoutKey).toByteArray();
}

double WindowState::chartShare() const {
    const double share = m_settings->value(chartShareKey).toDouble();
    return share > 0 && share < 1 ? share : 0;
}

int WindowState::tab() const {
    return m_settings->value(tabKey).toInt();
}

void WindowState::keepLayout(const QByteArray& geometry, const QByteArray& layout, const Inner& inner) {
    m_settings->setValue(chartShareKey, inner.chartShare);
    m_settings->setValue(tabKey, inner.tab);
    m_settings->setValue(geometryKey, geometry);
    m_settings->setValue(layoutKey, layout);
}

void WindowState::forgetLayout() {
    m_settings->remove(geometryKey);
    m_settings->remove(layoutKey);
    m_settings->remove(chartShareKey);
    m_settings->remove(tabKey);
}

Appearance WindowState::appearance() const {
    const QString word = m_settings->value(appearanceKey).toString();
    if (word == QLatin1String("light"))
        return Appearance::light;
    return word == QLatin1String("dark") ? Appearance::dark : Appearance::system;
}

void WindowState::setAppearance(Appearance appearance) {
    const char* const word = appearance == Appearance::light  ? "light"
                             : appearance == Appearance::dark ? "dark"
                                                              : "system";
    m_settings->setValue(appearanceKey, QLatin1String(word));
}

BackendChoice WindowState::backend() const {
    return backendFromWord(m_settings->value(backendKey).toString().toStdString()).value_or(BackendChoice());
}

void WindowState::setBackend(const BackendChoice& choice) {
    m_settings->setValue(backendKey, QString::fromStdString(wordOf(choice)));
}

void WindowState::keepScene(const Scene& scene, const QString& file) {
    if (m_settings->value(documentKey).toString() != file)
        m_settings->setValue(documentKey, file);
    m_files.submit([path = m_places.sceneFile, scene] {
        try {
            std::filesystem::create_directories(pathOf(path).parent_path());
            writeScene(pathOf(path), scene);
        } catch (const std::exception&) {
            // A full or read-only disk must not stop the window from closing; the last good one stays.
        }
    });
}

} // namespace softscope
