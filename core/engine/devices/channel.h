// Bytes between this process and the one that holds a driver.
#pragma once

#include "core/engine/devices/device_info.h"

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>

namespace softscope::opencl {

/// One end of a stream socket, which it closes. Both ends are this program: numbers go over as they lie in memory.
/// What fails throws DeviceError: the other end is gone, or silent for longer than the limit.
class Channel {
public:
    explicit Channel(int descriptor) : m_descriptor(descriptor) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    Channel(Channel&&) = delete;
    Channel& operator=(Channel&&) = delete;

    /// How long the other end may be silent; zero: for ever. Once `stop` is set, waiting ends with Cancelled.
    void setLimit(std::chrono::milliseconds limit, const std::stop_token& stop = {}) {
        m_limit = limit;
        m_stop = stop;
    }

    void write(const void* bytes, std::size_t size);
    void read(void* bytes, std::size_t size);
    /// Whether something can be read, after at most so long. True also where the other end is gone.
    bool wait(std::chrono::milliseconds time) const;

    template <typename Number>
    void put(const Number& value) {
        static_assert(std::is_trivially_copyable_v<Number>);
        write(&value, sizeof value);
    }
    template <typename Number>
    Number get() {
        static_assert(std::is_trivially_copyable_v<Number>);
        Number value{};
        read(&value, sizeof value);
        return value;
    }
    void putText(std::string_view text);
    /// At most a few thousand bytes, else DeviceError.
    std::string getText();

private:
    void await(short events) const;
    template <typename Part>
    void transfer(short events, std::size_t size, const Part& part);

    int m_descriptor;
    std::chrono::milliseconds m_limit{0};
    std::stop_token m_stop;
};

} // namespace softscope::opencl
