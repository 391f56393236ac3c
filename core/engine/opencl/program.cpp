#include "core/engine/opencl/program.h"

#include "core/engine/opencl/kernel_source.h"
#include "core/io/atomic_file.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace softscope::opencl {

namespace {

/// FNV-1a, 64 bits: tells sources and damaged files apart, and guards against nobody.
std::uint64_t hashOf(std::string_view bytes, std::uint64_t hash = 14695981039346656037U) {
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return hash;
}

std::string hexOf(std::uint64_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += digits[(value >> shift) & 15U];
    return text;
}

std::filesystem::path fileOf(const std::filesystem::path& folder, const DeviceInfo& info, const Shape& shape) {
    std::uint64_t hash = hashOf(kernelSource());
    for (const std::string& part :
         {info.name, info.vendor, info.platform, info.version, info.driverVersion, shape.options()})
        hash = hashOf("\n", hashOf(part, hash));
    return folder / ("kernels-" + hexOf(hash) + ".bin");
}

std::string sealed(const std::vector<unsigned char>& binary) {
    const std::string bytes(binary.begin(), binary.end());
    std::string all = hexOf(hashOf(bytes));
    return all.append(bytes);
}

/// What sealed() made, as long as not a byte of it has changed.
std::optional<std::vector<unsigned char>> binaryIn(const std::filesystem::path& file) {
    constexpr std::uintmax_t most = std::uintmax_t(64) << 20;
    constexpr std::size_t seal = 16;
    try {
        const std::string bytes = readFile(file, most, "a program binary");
        const std::string_view content = std::string_view(bytes).substr(std::min(seal, bytes.size()));
        if (content.empty() || bytes.substr(0, seal) != hexOf(hashOf(content)))
            return std::nullopt;
        return std::vector<unsigned char>(content.begin(), content.end());
    } catch (const Error&) {
        return std::nullopt;
    }
}

void keep(const std::filesystem::path& file, const cl::Program& program) {
    try {
        const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        if (binaries.size() != 1 || binaries.front().empty())
            return;
        std::filesystem::create_directories(file.parent_path());
        writeFileAtomically(file, sealed(binaries.front()));
    } catch (const std::exception&) {
        // The next start builds it again.
    }
}

std::string firstLineOf(const std::string& text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \n\t"), text.size());
    const std::string line = text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
    return line.empty() ? "the compiler gives no reason" : line;
}

std::optional<cl::Program> fromBinary(const cl::Context& context, const cl::Device& device, const Shape& shape,
                                      const std::filesystem::path& file) {
    const auto binary = binaryIn(file);
    if (!binary)
        return std::nullopt;
    try {
        cl::Program program(context, {device}, cl::Program::Binaries{*binary});
        program.build({device}, shape.options().c_str());
        return program;
    } catch (const cl::Error&) {
        return std::nullopt;
    }
}

} // namespace

std::string Shape::options() const {
    return "-cl-std=CL1.2 -DWIDTH=" + std::to_string(width) + " -DGROUP=" + std::to_string(group) +
           (processor ? " -DCPU" : "");
}

Shape shapeOf(const cl::Device& device) {
    if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0)
        return {true, 16, 1, 1};
    Shape shape;
    const int most = static_cast<int>(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
    while (shape.group > most)
        shape.group /= 2;
    shape.cells = std::min(shape.cells, shape.group);
    return shape;
}

cl::Program buildProgram(const cl::Context& context, const cl::Device& device, const Shape& shape,
                         const std::filesystem::path& cacheFolder) {
    const std::filesystem::path file = cacheFolder.empty() ? cacheFolder : fileOf(cacheFolder, infoOf(device), shape);
    if (!file.empty())
        if (auto program = fromBinary(context, device, shape, file))
            return *program;
    cl::Program program(context, std::string(kernelSource()));
    try {
        program.build({device}, shape.options().c_str());
    } catch (const cl::Error& failure) {
        if (failure.err() != CL_BUILD_PROGRAM_FAILURE)
            throw DeviceError("building the kernels failed with " + nameOfError(failure.err()));
        throw DeviceError("it does not build the kernels: " +
                          firstLineOf(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device)));
    }
    if (!file.empty())
        keep(file, program);
    return program;
}

} // namespace softscope::opencl
