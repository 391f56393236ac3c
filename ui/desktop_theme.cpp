#include "ui/desktop_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusVariant>

namespace softscope {

namespace {

const auto service = QStringLiteral("org.freedesktop.portal.Desktop");
const auto object = QStringLiteral("/org/freedesktop/portal/desktop");
const auto interface = QStringLiteral("org.freedesktop.portal.Settings");
const auto appearance = QStringLiteral("org.freedesktop.appearance");
const auto colorScheme = QStringLiteral("color-scheme");

} // namespace

std::optional<bool> darkPreference(QVariant answer) {
    while (answer.canConvert<QDBusVariant>())
        answer = answer.value<QDBusVariant>().variant();
    bool isNumber = false;
    const uint number = answer.toUInt(&isNumber);
    if (!isNumber || (number != 1 && number != 2))
        return std::nullopt;
    return number == 1;
}

DesktopTheme::DesktopTheme(QObject* parent) : QObject(parent) {
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) // looking for a bus could start one
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(service, object, interface, QStringLiteral("SettingChanged"), this,
                SLOT(takeChange(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(service, object, interface, QStringLiteral("Read"));
    question << appearance << colorScheme;
    auto* const watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusMessage answer = watcher->reply();
        if (answer.type() == QDBusMessage::ReplyMessage && !answer.arguments().isEmpty())
            take(answer.arguments().constFirst());
        watcher->deleteLater();
    });
}

void DesktopTheme::takeChange(const QString& space, const QString& key, const QDBusVariant& value) {
    if (space == appearance && key == colorScheme)
        take(value.variant());
}

void DesktopTheme::take(const QVariant& answer) {
    const std::optional<bool> dark = darkPreference(answer);
    if (dark == m_dark)
        return;
    m_dark = dark;
    emit changed();
}

} // namespace softscope
