#include "app/commands.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/io/atomic_file.h"

#include <cstdio>
#include <thread>

namespace softscope {

namespace {

/// "at 4096 tokens 41.2 ms, the CPU 10.3 ms", and what auto makes of it.
std::string comparisonOf(const DeviceReport& report) {
    std::string text;
    for (const Comparison& one : report.measured) {
        char part[96];
        std::snprintf(part, sizeof part, "%s%td tokens %.1f ms (CPU %.1f)", text.empty() ? "" : ", ", one.tokens,
                      one.deviceMs, one.cpuMs);
        text += part;
    }
    return text;
}

std::string lineOf(const DeviceReport& report) {
    std::string line = report.number < 0 ? report.driver : "opencl:" + std::to_string(report.number);
    line += "\t";
    if (report.number >= 0)
        line += report.name + " (" + report.description + ")";
    if (!report.reason.empty())
        return line + (report.number < 0 ? "" : ": ") + "cannot be used: " + report.reason + "\n";
    return line + (report.measured.empty() ? "" : ": ") + comparisonOf(report) + "\n";
}

} // namespace

/// A line each: the word for --backend, a tab, what it is. A driver without a device has its file's name for the word.
void devicesCommand(const Arguments&, const std::stop_token& stop) {
    const auto backends = backendsHere(false);
    std::string text = "cpu\t" + std::to_string(std::thread::hardware_concurrency()) + " threads\n";
    {
        const ProgressLine progress("trying the drivers");
        backends->devices();
        backends->measure(stop);
    }
    for (const DeviceReport& report : backends->reports())
        text += lineOf(report);
    writeFileAtomically("-", text);
}

} // namespace softscope
