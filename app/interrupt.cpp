#include "app/interrupt.h"

#include <csignal>
#include <thread>

#include <unistd.h>

namespace softscope {

std::stop_token stopOnInterrupt() {
    static std::stop_source source;
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    struct sigaction hangUp {};
    sigaction(SIGHUP, nullptr, &hangUp);
    if (hangUp.sa_handler != SIG_IGN) // a blocked signal is waited for even where it is to be ignored
        sigaddset(&awaited, SIGHUP);
    // Blocked in this thread and those that it makes; one thread waits for them, where a lock may be taken.
    pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
    std::thread([awaited] {
        int signal = 0;
        sigwait(&awaited, &signal);
        source.request_stop();
        sigwait(&awaited, &signal);
        constexpr int interrupted = 1;
        _exit(interrupted);
    }).detach();
    return source.get_token();
}

} // namespace softscope
