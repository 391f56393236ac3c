#include "core/engine/devices/drivers.h"

#include "core/base/error.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include <unistd.h>

namespace softscope::opencl {

namespace {

constexpr const char* standardFolder = "/etc/OpenCL/vendors";

/// The variables by which loaders find drivers.
constexpr std::string_view loaderVariables[] = {"OCL_ICD_VENDORS=", "OCL_ICD_FILENAMES=", "OPENCL_VENDOR_PATH="};

/// The first line of a file, without spaces around.
std::string lineIn(const std::filesystem::path& file) {
    std::string line;
    std::ifstream stream(file);
    std::getline(stream, line);
    const std::size_t end = line.find_last_not_of(" \t\r");
    line.resize(end == std::string::npos ? 0 : end + 1);
    return line;
}

std::string stampOf(const std::filesystem::path& file) {
    std::error_code failure;
    const auto time = std::filesystem::last_write_time(file, failure);
    return failure ? std::string() : std::to_string(time.time_since_epoch().count());
}

Driver driverOf(const std::filesystem::path& file, const std::string& library) {
    return {file.filename().string(), library, stampOf(file) + "/" + stampOf(library)};
}

void addFile(std::vector<Driver>& drivers, const std::filesystem::path& file) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure))
        return;
    if (const std::string library = lineIn(file); !library.empty())
        drivers.push_back(driverOf(file, library));
}

void addFolder(std::vector<Driver>& drivers, const std::filesystem::path& folder) {
    std::error_code failure;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (entry->path().extension() == ".icd")
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
        addFile(drivers, file);
}

const char* variable(const char* name) {
    const char* const value = std::getenv(name);
    return value && *value ? value : nullptr;
}

} // namespace

std::vector<Driver> installedDrivers() {
    std::vector<Driver> drivers;
    const char* vendors = variable("OCL_ICD_VENDORS");
    vendors = vendors ? vendors : variable("OPENCL_VENDOR_PATH");
    const std::filesystem::path place = vendors ? vendors : standardFolder;
    std::error_code failure;
    if (std::filesystem::is_directory(place, failure))
        addFolder(drivers, place);
    else if (place.extension() == ".icd")
        addFile(drivers, place);
    else if (vendors && std::filesystem::exists(place, failure))
        drivers.push_back(driverOf(place, place.string())); // a library by itself
    std::string_view more = variable("OCL_ICD_FILENAMES") ? variable("OCL_ICD_FILENAMES") : "";
    while (!more.empty()) {
        const std::string library(more.substr(0, more.find(':')));
        if (!library.empty())
            drivers.push_back(driverOf(library, library));
        more.remove_prefix(std::min(library.size() + 1, more.size()));
    }
    return drivers;
}

LoneDriver::LoneDriver(const Driver& driver) {
    std::error_code failure;
    std::string pattern = (std::filesystem::temp_directory_path(failure) / "softscope-driver-XXXXXX").string();
    if (failure || !mkdtemp(pattern.data()))
        throw Error("no folder can be made in " + pattern.substr(0, pattern.rfind('/')));
    m_folder = pattern;
    std::ofstream(m_folder / "driver.icd") << driver.library << '\n';
}

LoneDriver::~LoneDriver() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::vector<std::string> LoneDriver::environment() const {
    std::vector<std::string> all;
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text = *entry;
        if (std::none_of(std::begin(loaderVariables), std::end(loaderVariables),
                         [&](std::string_view name) { return text.starts_with(name); }))
            all.emplace_back(text);
    }
    all.push_back("OCL_ICD_VENDORS=" + m_folder.string());
    all.push_back("OPENCL_VENDOR_PATH=" + m_folder.string());
    return all;
}

} // namespace softscope::opencl
