// One running, one pending: newer requests replace the pending one; joined when destroyed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace softscope {

/// Runs `work(request, stop)` on its own thread, always on the newest request. A running job is let finish unless it
/// has run for `patience` and a newer request waits; then its stop token is set. Knows nothing of Qt: `work` delivers
/// its own result. `work` must not throw; it holds no pointer to anything that may die before this.
template <typename Request>
class LatestJob {
public:
    using Work = std::function<void(Request, std::stop_token)>;

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
    void run();

    Work m_work;
    std::chrono::milliseconds m_patience;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::optional<Request> m_pending;
    std::optional<std::stop_source> m_running;
    std::chrono::steady_clock::time_point m_started;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace softscope
