// A name of Qt → a path.
#pragma once

#include <QString>

#include <filesystem>

namespace softscope {

inline std::filesystem::path pathOf(const QString& name) {
    return name.toStdU16String();
}

} // namespace softscope
