// Reading and writing files away from the GUI thread, one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace softscope {

/// Runs jobs in the order they came in on one thread, which starts with the first. None is dropped: destruction waits
/// until all are done, so that what was saved before the window closed is on disk. Jobs must not throw.
class FileWorker {
public:
    FileWorker() = default;
    ~FileWorker();
    FileWorker(const FileWorker&) = delete;
    FileWorker& operator=(const FileWorker&) = delete;
    FileWorker(FileWorker&&) = delete;
    FileWorker& operator=(FileWorker&&) = delete;

    void submit(std::function<void()> job);

private:
    void run();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_jobs;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace softscope
