// known_devices.h: what is kept, as JSON.
#include "core/engine/devices/known_devices.h"

#include "core/io/atomic_file.h"

#include <nlohmann/json.hpp>

#include <thread>

namespace softscope::opencl {

namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t mostBytes = 1 << 20;

std::filesystem::path fileIn(const std::filesystem::path& cacheFolder) {
    return cacheFolder / "opencl-devices.json";
}

Json jsonOf(const Driver& driver) {
    return {{"name", driver.name}, {"library", driver.library}, {"stamp", driver.stamp}};
}

/// What must be the same for measurements to hold: program, processor cores, drivers.
Json conditions() {
    Json drivers = Json::array();
    for (const Driver& driver : installedDrivers())
        drivers.push_back(jsonOf(driver));
    return {{"version", SOFTSCOPE_VERSION}, {"threads", std::thread::hardware_concurrency()}, {"drivers", drivers}};
}

Json jsonOf(const KnownDevice& device) {
    Json measured = Json::array();
    for (const Comparison& one : device.measured)
        measured.push_back({{"tokens", one.tokens}, {"cpu_ms", one.cpuMs}, {"device_ms", one.deviceMs}});
    const DeviceInfo& info = device.info;
    return {{"driver", jsonOf(device.driver)},
            {"place", device.place},
            {"name", info.name},
            {"vendor", info.vendor},
            {"platform", info.platform},
            {"version", info.version},
            {"driver_version", info.driverVersion},
            {"is_processor", info.isProcessor},
            {"memory", info.memory},
            {"units", info.units},
            {"reason", device.reason},
            {"start_ms", device.startMs},
            {"measured", measured}};
}

KnownDevice deviceOf(const Json& json) {
    KnownDevice device;
    const Json& driver = json.at("driver");
    device.driver = {driver.at("name"), driver.at("library"), driver.at("stamp")};
    device.place = json.at("place");
    DeviceInfo& info = device.info;
    info.name = json.at("name");
    info.vendor = json.at("vendor");
    info.platform = json.at("platform");
    info.version = json.at("version");
    info.driverVersion = json.at("driver_version");
    info.isProcessor = json.at("is_processor");
    info.memory = json.at("memory");
    info.units = json.at("units");
    device.reason = json.at("reason");
    device.startMs = json.at("start_ms");
    for (const Json& one : json.at("measured"))
        device.measured.push_back({one.at("tokens"), one.at("cpu_ms"), one.at("device_ms")});
    return device;
}

} // namespace

std::vector<KnownDevice> keptDevices(const std::filesystem::path& cacheFolder) {
    if (cacheFolder.empty())
        return {};
    try {
        const Json kept = Json::parse(readFile(fileIn(cacheFolder), mostBytes, "what is known of the devices"));
        if (kept.at("conditions") != conditions())
            return {};
        std::vector<KnownDevice> devices;
        for (const Json& json : kept.at("devices"))
            devices.push_back(deviceOf(json));
        return devices;
    } catch (const std::exception&) { // not there, not readable, not ours: it is found out again
        return {};
    }
}

void keepDevices(const std::vector<KnownDevice>& devices, const std::filesystem::path& cacheFolder) {
    if (cacheFolder.empty())
        return;
    try {
        Json all = Json::array();
        for (const KnownDevice& device : devices)
            all.push_back(jsonOf(device));
        std::filesystem::create_directories(cacheFolder);
        writeFileAtomically(fileIn(cacheFolder), Json{{"conditions", conditions()}, {"devices", all}}.dump(1) + "\n");
    } catch (const std::exception&) {
        // It is found out again next time.
    }
}

} // namespace softscope::opencl
