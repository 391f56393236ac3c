#include "core/engine/devices/worker_process.h"

#include "core/engine/devices/wire.h"
#include "core/engine/devices/worker.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace softscope::opencl {

namespace {

using namespace std::chrono_literals;

constexpr auto loadLimit = 10s;    // for a driver to be loaded
constexpr auto buildLimit = 60s;   // for its kernels to be built
constexpr auto silenceLimit = 30s; // between two signs of life, while it works
constexpr auto stopInterval = 5ms;

class Spawning {
public:
    explicit Spawning(int socket) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
        // Drivers write to both as they like.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    ~Spawning() { posix_spawn_file_actions_destroy(&actions); }
    Spawning(const Spawning&) = delete;
    Spawning& operator=(const Spawning&) = delete;
    Spawning(Spawning&&) = delete;
    Spawning& operator=(Spawning&&) = delete;
    posix_spawn_file_actions_t actions{};
};

/// Its end, after at most so long; −1: it goes on.
int statusWithin(pid_t process, std::chrono::milliseconds time) {
    int status = 0;
    for (auto left = time;; left -= stopInterval) {
        const pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process)
            return status;
        if ((ended < 0 && errno != EINTR) || left <= 0ms)
            return -1;
        std::this_thread::sleep_for(stopInterval);
    }
}

/// The maps come when all is done.
void tell(double share, const std::vector<Job>& jobs, const Compute& compute) {
    if (!compute.progress)
        return;
    std::vector<std::vector<PartialMap>> none;
    none.reserve(jobs.size());
    for (const Job& job : jobs)
        none.emplace_back(job.pass->maps.size());
    compute.progress({share, [&] { return none; }});
}

std::string described(int status) {
    if (WIFSIGNALED(status))
        return std::string("its driver ended the process that tried it (") + strsignal(WTERMSIG(status)) + ")";
    return "its driver ended the process that tried it, with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& program, const Driver& driver)
    : m_driver(std::make_unique<LoneDriver>(driver)) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw DeviceError("no connection to its process can be made");
    m_channel = std::make_unique<Channel>(ends[0]);
    const Channel theirs(ends[1]); // closed here once the process has it
    constexpr int roomBytes = 1 << 20;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &roomBytes, sizeof roomBytes);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &roomBytes, sizeof roomBytes);
    const Spawning spawning(ends[1]);
    std::vector<std::string> environment = m_driver->environment();
    std::vector<char*> variables;
    variables.reserve(environment.size() + 1);
    for (std::string& entry : environment)
        variables.push_back(entry.data());
    variables.push_back(nullptr);
    std::string name = program.string(), word = workerWord;
    char* words[] = {name.data(), word.data(), nullptr};
    if (posix_spawn(&m_process, name.c_str(), &spawning.actions, nullptr, words, variables.data()) != 0) {
        m_process = -1;
        throw DeviceError("no process can be started for it");
    }
}

WorkerProcess::~WorkerProcess() {
    m_channel.reset(); // a process that listens ends by that
    if (m_process < 0)
        return;
    if (statusWithin(m_process, 100ms) < 0 && kill(m_process, SIGKILL) == 0) {
        int status = 0;
        waitpid(m_process, &status, 0);
    }
}

std::string WorkerProcess::howItEnded() {
    const int status = m_process < 0 ? -1 : statusWithin(m_process, 1000ms);
    if (status < 0)
        return "its process does not answer any more";
    m_process = -1;
    return described(status);
}

template <typename Talk>
auto WorkerProcess::talk(const Talk& words) -> decltype(words()) {
    try {
        settle();
        return words();
    } catch (const DeviceError& failure) {
        if (std::string_view(failure.what()) == "its process ended")
            throw DeviceError(howItEnded());
        throw;
    }
}

void WorkerProcess::await() {
    const char said = m_channel->get<char>();
    if (said == answer::failed)
        throw DeviceError(m_channel->getText());
    if (said != answer::done)
        throw DeviceError("its process answers nonsense");
}

void WorkerProcess::settle() {
    while (m_unanswered) {
        m_channel->setLimit(silenceLimit);
        const char said = m_channel->get<char>();
        if (said == answer::done)
            skipFrames(*m_channel);
        else if (said == answer::failed)
            m_channel->getText();
        else if (said == answer::alive)
            m_channel->get<double>();
        m_unanswered = said == answer::alive;
    }
}

std::vector<DeviceInfo> WorkerProcess::devices(const std::stop_token& stop) {
    return talk([&] {
        m_channel->setLimit(loadLimit, stop);
        m_channel->put(command::list);
        await();
        m_driver.reset();
        std::vector<DeviceInfo> all(static_cast<std::size_t>(m_channel->get<std::int32_t>()));
        for (DeviceInfo& info : all) {
            for (std::string* text : {&info.name, &info.vendor, &info.platform, &info.version, &info.driverVersion})
                *text = m_channel->getText();
            info.isProcessor = m_channel->get<bool>();
            info.memory = m_channel->get<std::uint64_t>();
            info.units = m_channel->get<std::int32_t>();
        }
        if (all.empty())
            throw DeviceError("its library cannot be loaded or has no device");
        return all;
    });
}

void WorkerProcess::open(int number, const std::filesystem::path& cacheFolder, const std::stop_token& stop) {
    talk([&] {
        m_channel->setLimit(buildLimit, stop);
        m_channel->put(command::open);
        m_channel->put(static_cast<std::int32_t>(number));
        m_channel->putText(cacheFolder.string());
        await();
    });
}

void WorkerProcess::stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute) {
    talk([&] {
        m_channel->setLimit(silenceLimit);
        m_channel->put(command::stream);
        sendWork(*m_channel, head, jobs);
        m_unanswered = true;
        for (auto silent = 0ms;;) {
            if (compute.stop.stop_requested()) {
                m_channel->put(command::cancel);
                throw Cancelled();
            }
            if (m_channel->wait(stopInterval)) {
                const char said = m_channel->get<char>();
                silent = 0ms;
                if (said == answer::alive) {
                    tell(m_channel->get<double>(), jobs, compute);
                    continue;
                }
                m_unanswered = false;
                if (said == answer::done)
                    return receiveFrames(*m_channel, head, jobs);
                throw DeviceError(said == answer::failed ? m_channel->getText() : "its process answers nonsense");
            }
            silent += stopInterval;
            if (silent > silenceLimit)
                throw DeviceError("it did not answer within " + std::to_string(silenceLimit.count()) + " s");
        }
    });
}

} // namespace softscope::opencl
