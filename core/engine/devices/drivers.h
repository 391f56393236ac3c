// The OpenCL drivers that are installed, by the files that the loader goes by.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace softscope::opencl {

struct Driver {
    std::string name;    ///< of the file: "pocl.icd"
    std::string library; ///< what stands in it
    std::string
        stamp; ///< when file and library were written, as far as that can be seen: another one is another driver
    bool operator==(const Driver&) const = default;
};

/// Those that the loader would take: the .icd files of OCL_ICD_VENDORS or of /etc/OpenCL/vendors, in alphabetical
/// order, and the libraries of OCL_ICD_FILENAMES. Unreadable files are left out.
std::vector<Driver> installedDrivers();

/// A folder with nothing in it but this driver, for OCL_ICD_VENDORS of a process; gone with this object. Throws Error.
class LoneDriver {
public:
    explicit LoneDriver(const Driver& driver);
    ~LoneDriver();
    LoneDriver(const LoneDriver&) = delete;
    LoneDriver& operator=(const LoneDriver&) = delete;
    LoneDriver(LoneDriver&&) = delete;
    LoneDriver& operator=(LoneDriver&&) = delete;

    /// This process's environment, with the loader's own variables replaced: "NAME=value".
    std::vector<std::string> environment() const;

private:
    std::filesystem::path m_folder;
};

} // namespace softscope::opencl
