// Whether the desktop prefers dark windows, asked of it through its portal (org.freedesktop.portal.Settings).
#pragma once

#include <QObject>
#include <QVariant>

#include <optional>

class QDBusVariant;

namespace softscope {

/// The portal's answer, a number in variants: 1 is dark, 2 is light; anything else is no preference.
std::optional<bool> darkPreference(QVariant answer);

/// Qt learnt to ask only with 6.5. Nothing blocks: the answer comes later, or never where there is no portal.
class DesktopTheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopTheme(QObject* parent = nullptr);
    /// Empty: not known.
    std::optional<bool> dark() const { return m_dark; }

signals:
    void changed();

private:
    Q_SLOT void takeChange(const QString& space, const QString& key, const QDBusVariant& value);
    void take(const QVariant& answer);

    std::optional<bool> m_dark;
};

} // namespace softscope
