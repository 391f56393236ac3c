// .npy files as NumPy would lay them out, from any header text: right ones and wrong ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

template <typename Number>
std::string bytesOf(const std::vector<Number>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)};
}

/// Big-endian.
template <typename Number>
std::string swappedBytesOf(const std::vector<Number>& values) {
    std::string bytes = bytesOf(values);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(Number))
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     bytes.begin() + static_cast<std::ptrdiff_t>(i + sizeof(Number)));
    return bytes;
}

inline std::string littleEndian(std::uint64_t value, std::size_t count) {
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xFF);
    return bytes;
}

inline std::string npyFrom(std::string header, const std::string& data, int version = 1) {
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    header.append((64 - (8 + lengthBytes + header.size() + 1) % 64) % 64, ' ');
    header += '\n';
    return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} + littleEndian(header.size(), lengthBytes) +
           header + data;
}
