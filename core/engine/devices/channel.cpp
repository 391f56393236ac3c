#include "core/engine/devices/channel.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace softscope::opencl {

namespace {

[[noreturn]] void gone() {
    throw DeviceError("its process ended");
}

/// poll() of one descriptor, interrupted by no signal. False after `milliseconds` (−1: never).
bool polled(int descriptor, short events, int milliseconds) {
    pollfd one{descriptor, events, 0};
    for (;;) {
        const int found = poll(&one, 1, milliseconds);
        if (found > 0)
            return true;
        if (found == 0)
            return false;
        if (errno != EINTR)
            gone();
    }
}

} // namespace

Channel::~Channel() {
    close(m_descriptor);
}

void Channel::await(short events) const {
    constexpr auto slice = std::chrono::milliseconds(10);
    if (m_limit.count() == 0 && polled(m_descriptor, events, -1))
        return;
    for (auto left = m_limit; !polled(m_descriptor, events, static_cast<int>(slice.count())); left -= slice) {
        if (m_stop.stop_requested())
            throw Cancelled();
        if (left <= slice)
            throw DeviceError("it did not answer within " + std::to_string(m_limit.count() / 1000) + " s");
    }
}

bool Channel::wait(std::chrono::milliseconds time) const {
    return polled(m_descriptor, POLLIN, static_cast<int>(time.count()));
}

/// Until `size` bytes have gone through `part`, which moves those that it can from a place in them.
template <typename Part>
void Channel::transfer(short events, std::size_t size, const Part& part) {
    for (std::size_t done = 0; done < size;) {
        await(events);
        const ssize_t moved = part(done, size - done);
        if (moved < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (moved <= 0)
            gone();
        done += static_cast<std::size_t>(moved);
    }
}

void Channel::write(const void* bytes, std::size_t size) {
    transfer(POLLOUT, size, [&](std::size_t at, std::size_t left) {
        return send(m_descriptor, static_cast<const char*>(bytes) + at, left, MSG_NOSIGNAL | MSG_DONTWAIT);
    });
}

void Channel::read(void* bytes, std::size_t size) {
    transfer(POLLIN, size, [&](std::size_t at, std::size_t left) {
        return recv(m_descriptor, static_cast<char*>(bytes) + at, left, MSG_DONTWAIT);
    });
}

void Channel::putText(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    write(text.data(), text.size());
}

std::string Channel::getText() {
    constexpr std::uint32_t most = 65'536;
    const auto size = get<std::uint32_t>();
    if (size > most)
        throw DeviceError("its process answers nonsense");
    std::string text(size, '\0');
    read(text.data(), size);
    return text;
}

} // namespace softscope::opencl
