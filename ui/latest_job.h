// One running, one pending: newer requests replace the pending one; joined when destroyed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace softscope {

/// What a job is stopped by, and how it says that it has shown something of its request: from then on a newer request
/// stops it at once, and its being stopped is no reason for patience.
struct JobStop : std::stop_token {
    std::function<void()> showed;
};

/// Runs `work(request, stop)` on its own thread, always on the newest request. A running job is let finish unless it
/// has run for `patience` and a newer request waits; then its stop token is set. While requests keep coming, each job
/// that was stopped doubles the patience with the next, up to sixteenfold: work that always takes longer than the
/// patience still shows something during a long drag. Knows nothing of Qt: `work` delivers its own result. `work` must
/// not throw; it holds no pointer to anything that may die before this.
template <typename Request>
class LatestJob {
public:
    using Work = std::function<void(Request, JobStop)>;

    explicit LatestJob(Work work, std::chrono::milliseconds patience = std::chrono::milliseconds(50));
    ~LatestJob();
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;
    LatestJob(LatestJob&&) = delete;
    LatestJob& operator=(LatestJob&&) = delete;

    void submit(Request request);
    /// Drops what waits and stops what runs.
    void cancel();
    /// Something runs or waits.
    bool busy() const;

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int mostPatience = 16; // times the patience given

    void run();
    void watch();
    void showed();

    Work m_work;
    std::chrono::milliseconds m_patience;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;      // of the thread that works
    std::condition_variable m_watchWake; // of the thread that stops it
    std::optional<Request> m_pending;
    std::optional<std::stop_source> m_running;
    Clock::time_point m_started;
    int m_patienceFactor = 1;
    bool m_showed = false; // the running one, something of its request
    bool m_quit = false;
    std::thread m_thread, m_watcher;
};

template <typename Request>
LatestJob<Request>::LatestJob(Work work, std::chrono::milliseconds patience)
    : m_work(std::move(work)), m_patience(patience), m_thread([this] { run(); }), m_watcher([this] { watch(); }) {}

template <typename Request>
LatestJob<Request>::~LatestJob() {
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
        m_pending.reset();
        if (m_running)
            m_running->request_stop();
    }
    m_wake.notify_all();
    m_watchWake.notify_all();
    m_thread.join();
    m_watcher.join();
}

template <typename Request>
void LatestJob<Request>::submit(Request request) {
    {
        const std::lock_guard lock(m_mutex);
        m_pending = std::move(request);
    }
    m_wake.notify_one();
    m_watchWake.notify_one();
}

template <typename Request>
void LatestJob<Request>::cancel() {
    const std::lock_guard lock(m_mutex);
    m_pending.reset();
    if (m_running)
        m_running->request_stop();
}

template <typename Request>
bool LatestJob<Request>::busy() const {
    const std::lock_guard lock(m_mutex);
    return m_pending.has_value() || m_running.has_value();
}

template <typename Request>
void LatestJob<Request>::run() {
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (!m_pending)
            m_patienceFactor = 1;
        m_wake.wait(lock, [this] { return m_quit || m_pending; });
        if (m_quit)
            return;
        Request request = std::move(*m_pending);
        m_pending.reset();
        m_running.emplace();
        m_started = Clock::now();
        m_showed = false;
        const JobStop stop{m_running->get_token(), [this] { showed(); }};
        lock.unlock();
        m_work(std::move(request), stop);
        lock.lock();
        if (m_running->stop_requested() && !m_showed && m_patienceFactor < mostPatience)
            m_patienceFactor *= 2;
        m_running.reset();
    }
}

template <typename Request>
void LatestJob<Request>::showed() {
    {
        const std::lock_guard lock(m_mutex);
        m_showed = true;
    }
    m_watchWake.notify_one();
}

// A submit may be the last one, so the moment when patience ends is waited for here and not looked at in submit().
template <typename Request>
void LatestJob<Request>::watch() {
    std::unique_lock lock(m_mutex);
    while (!m_quit) {
        const auto due = m_showed ? m_started : m_started + m_patience * m_patienceFactor;
        if (!m_running || !m_pending || m_running->stop_requested())
            m_watchWake.wait(lock);
        else if (Clock::now() < due)
            m_watchWake.wait_until(lock, due);
        else
            m_running->request_stop();
    }
}

} // namespace softscope
