#include "app/progress_line.h"

#include <chrono>
#include <cstdio>

#include <unistd.h>

namespace softscope {

ProgressLine::ProgressLine(std::string what) {
    if (isatty(STDERR_FILENO) != 0)
        m_thread = std::thread([this, text = std::move(what)] { run(text); });
}

ProgressLine::~ProgressLine() {
    if (!m_thread.joinable())
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_isDone = true;
    }
    m_done.notify_one();
    m_thread.join();
}

void ProgressLine::run(const std::string& what) {
    std::unique_lock lock(m_mutex);
    for (int seconds = 1;; ++seconds) {
        if (m_done.wait_for(lock, std::chrono::seconds(1), [this] { return m_isDone; })) {
            if (seconds > 1)
                std::fputs("\r\x1b[K", stderr); // to the start of the line and clear it
            return;
        }
        std::fprintf(stderr, "\rsoftscope: %s, %d s (Ctrl-C stops it)\x1b[K", what.c_str(), seconds);
        std::fflush(stderr);
    }
}

} // namespace softscope
