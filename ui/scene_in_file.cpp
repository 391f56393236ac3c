#include "ui/scene_in_file.h"

#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "ui/export/figure.h"

namespace softscope {

std::optional<Scene> sceneInFile(const std::filesystem::path& file, FileKind kind) {
    switch (kind) {
    case FileKind::session:
        return readScene(file);
    case FileKind::figure:
        if (const auto scene = sceneInFigure(file))
            return scene;
        throw Error(file.string() + " is neither a session nor a figure nor a tensor file.");
    case FileKind::array:
        throw Error(file.string() +
                    " holds one array of numbers; put q, k and v into one .safetensors file to open them as a head.");
    case FileKind::tensors:
        break;
    }
    return std::nullopt;
}

} // namespace softscope
