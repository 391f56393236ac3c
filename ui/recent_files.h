// The files opened or saved last, newest first.
#pragma once

#include <QStringList>

class QSettings;

namespace softscope {

class RecentFiles {
public:
    static constexpr int most = 10;

    explicit RecentFiles(QSettings& settings) : m_settings(settings) {}
    QStringList files() const;
    void add(const QString& file);
    void clear();

private:
    QSettings& m_settings;
};

} // namespace softscope
