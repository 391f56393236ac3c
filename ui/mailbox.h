// From a worker thread to an object of the GUI thread, safely even while that object goes away.
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace softscope {

/// Wakes the GUI thread. Its event carries nothing: what was found is in the mailbox, under its lock.
class Doorbell : public QObject {
    Q_OBJECT

public:
    explicit Doorbell(std::function<void()> rung) : m_rung(std::move(rung)) {}
    Q_INVOKABLE void ring() { m_rung(); }

private:
    std::function<void()> m_rung;
};

/// Workers hold the mailbox by shared_ptr and post letters; each is opened with the receiver on the receiver's thread.
/// The receiver closes the mailbox before it goes; letters that come later are dropped.
template <typename Receiver>
class Mailbox {
public:
    using Letter = std::function<void(Receiver&)>;

    explicit Mailbox(Receiver& receiver)
        : m_receiver(receiver), m_doorbell(std::make_unique<Doorbell>([this] { deliver(); })) {}

    /// On any thread.
    void post(Letter letter) {
        const std::lock_guard lock(m_mutex);
        if (!m_doorbell)
            return;
        m_letters.push_back(std::move(letter));
        if (m_letters.size() == 1)
            QMetaObject::invokeMethod(m_doorbell.get(), "ring", Qt::QueuedConnection);
    }
    /// On the receiver's thread: nothing is delivered from now on.
    void close() {
        const std::lock_guard lock(m_mutex);
        m_doorbell.reset();
        m_letters.clear();
    }
    bool empty() const {
        const std::lock_guard lock(m_mutex);
        return m_letters.empty();
    }

private:
    void deliver() {
        std::vector<Letter> letters;
        {
            const std::lock_guard lock(m_mutex);
            letters.swap(m_letters);
        }
        for (const Letter& letter : letters)
            letter(m_receiver);
    }

    Receiver& m_receiver;
    mutable std::mutex m_mutex;
    std::vector<Letter> m_letters;
    std::unique_ptr<Doorbell> m_doorbell;
};

} // namespace softscope
