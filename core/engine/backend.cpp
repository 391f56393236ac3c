#include "core/engine/backend.h"

#include "core/base/parse.h"

namespace softscope {

std::optional<BackendChoice> backendFromWord(std::string_view word) {
    constexpr std::string_view numbered = "opencl:";
    constexpr int most = 999;
    if (word == "auto")
        return BackendChoice{};
    if (word == "cpu")
        return BackendChoice{BackendKind::cpu, std::nullopt};
    if (word == "opencl")
        return BackendChoice{BackendKind::opencl, std::nullopt};
    if (!word.starts_with(numbered))
        return std::nullopt;
    const auto number = parseNumber<int>(word.substr(numbered.size()));
    if (!number || *number < 0 || *number > most)
        return std::nullopt;
    return BackendChoice{BackendKind::opencl, *number};
}

std::string wordOf(const BackendChoice& choice) {
    switch (choice.kind) {
    case BackendKind::automatic:
        return "auto";
    case BackendKind::cpu:
        return "cpu";
    case BackendKind::opencl:
        break;
    }
    return choice.device ? "opencl:" + std::to_string(*choice.device) : "opencl";
}

} // namespace softscope
