#include "core/engine/opencl/device.h"

#include <algorithm>
#include <utility>

namespace softscope::opencl {

namespace {

constexpr int noPlatform = -1001; // CL_PLATFORM_NOT_FOUND_KHR

/// As drivers write it, without the zero at its end and spaces around.
std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\0' || text.back() == ' '))
        text.pop_back();
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

} // namespace

DeviceInfo infoOf(const cl::Device& device) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    DeviceInfo info;
    info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    info.driverVersion = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    info.isProcessor = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    info.memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    info.units = static_cast<int>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    return info;
}

std::vector<cl::Device> devicesHere() {
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error& failure) {
        if (failure.err() == noPlatform)
            return {};
        throw DeviceError("the list of its platforms failed with " + nameOfError(failure.err()));
    }
    std::vector<cl::Device> all;
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        try {
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        } catch (const cl::Error& failure) {
            if (failure.err() != CL_DEVICE_NOT_FOUND)
                throw DeviceError("the list of its devices failed with " + nameOfError(failure.err()));
        }
        all.insert(all.end(), devices.begin(), devices.end());
    }
    return all;
}

std::string nameOfError(int code) {
    constexpr std::pair<int, const char*> names[] = {
        {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
        {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
        {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
        {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
        {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
        {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
        {CL_INVALID_BINARY, "CL_INVALID_BINARY"},
        {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
        {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
        {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
        {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
        {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE"},
    };
    const auto* found =
        std::find_if(std::begin(names), std::end(names), [&](const auto& one) { return one.first == code; });
    return found == std::end(names) ? "the OpenCL error " + std::to_string(code) : found->second;
}

bool isMemoryError(int code) {
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
           code == CL_INVALID_BUFFER_SIZE;
}

} // namespace softscope::opencl
