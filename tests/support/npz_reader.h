// Reads the .npz files of tests/data. The program's own reader of whole heads is tested elsewhere.
#pragma once

#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <string>

namespace softscope {

class NpzReader {
public:
    explicit NpzReader(const std::filesystem::path& file);
    bool has(const std::string& name) const { return m_members.count(name) > 0; }
    /// A numeric member; a vector becomes one column.
    MatrixD matrix(const std::string& name) const;
    /// A unicode member of one element.
    std::string text(const std::string& name) const;

private:
    std::map<std::string, std::string> m_members; ///< without .npy
};

} // namespace softscope
