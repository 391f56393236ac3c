#include "ui/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace softscope {

namespace {
constexpr auto key = "recent/files";
} // namespace

QStringList RecentFiles::files() const {
    return m_settings.value(key).toStringList().mid(0, most);
}

void RecentFiles::add(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList all = files();
    all.removeAll(path);
    all.prepend(path);
    m_settings.setValue(key, all.mid(0, most));
}

void RecentFiles::clear() {
    m_settings.remove(key);
}

} // namespace softscope
