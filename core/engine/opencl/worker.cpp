#include "core/engine/devices/worker.h"

#include "core/engine/devices/wire.h"
#include "core/engine/opencl/device_engine.h"

#include <csignal>
#include <new>

#include <unistd.h>

namespace softscope::opencl {

namespace {

using namespace std::chrono_literals;

class Worker {
public:
    explicit Worker(Channel& channel) : m_channel(channel) {}
    void serve(char asked);

private:
    void list();
    void open();
    void stream();
    void between(double share);

    Channel& m_channel;
    std::vector<cl::Device> m_devices;
    std::unique_ptr<DeviceEngine> m_engine;
    std::chrono::steady_clock::time_point m_said;
};

void Worker::list() {
    m_devices = devicesHere();
    std::vector<DeviceInfo> all;
    for (const cl::Device& device : m_devices)
        all.push_back(infoOf(device));
    m_channel.put(answer::done);
    m_channel.put(static_cast<std::int32_t>(all.size()));
    for (const DeviceInfo& info : all) {
        for (const std::string& text : {info.name, info.vendor, info.platform, info.version, info.driverVersion})
            m_channel.putText(text);
        m_channel.put(info.isProcessor);
        m_channel.put(info.memory);
        m_channel.put(info.units);
    }
}

void Worker::open() {
    const auto number = m_channel.get<std::int32_t>();
    const std::string cacheFolder = m_channel.getText();
    m_engine = std::make_unique<DeviceEngine>(m_devices.at(static_cast<std::size_t>(number)), cacheFolder);
    m_channel.put(answer::done);
}

/// Says now and then that it is alive, and listens for a stop.
void Worker::between(double share) {
    const auto now = std::chrono::steady_clock::now();
    if (now - m_said > 100ms) {
        m_said = now;
        m_channel.put(answer::alive);
        m_channel.put(share);
    }
    if (m_channel.wait(0ms) && m_channel.get<char>() == command::cancel)
        throw Cancelled();
}

void Worker::stream() {
    Work work = receiveWork(m_channel);
    m_said = std::chrono::steady_clock::now();
    if (!m_engine)
        throw DeviceError("no device is open");
    m_engine->stream(work.head, work.jobs(), [this](double share) { between(share); });
    m_channel.put(answer::done);
    sendFrames(m_channel, work);
}

void Worker::serve(char asked) {
    std::string sentence;
    try {
        if (asked == command::list)
            list();
        else if (asked == command::open)
            open();
        else if (asked == command::stream)
            stream();
        return;
    } catch (const Cancelled&) {
        m_channel.put(answer::cancelled);
        return;
    } catch (const cl::Error& failure) {
        sentence = std::string(failure.what()) + " failed with " + nameOfError(failure.err());
    } catch (const std::bad_alloc&) {
        sentence = "there is not enough memory for the work";
    } catch (const std::exception& failure) {
        sentence = failure.what();
    }
    m_channel.put(answer::failed);
    m_channel.putText(sentence);
}

} // namespace

int runWorker() {
    std::signal(SIGINT, SIG_IGN); // whoever it belongs to says when to stop
    std::signal(SIGHUP, SIG_IGN);
    Channel channel(STDIN_FILENO);
    Worker worker(channel);
    try {
        for (;;)
            worker.serve(channel.get<char>());
    } catch (const DeviceError&) {
        _exit(0); // the other end is gone; what drivers do at the end of a process is of no interest
    }
}

} // namespace softscope::opencl
