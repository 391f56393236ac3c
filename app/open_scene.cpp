#include "app/open_scene.h"

#include "core/base/error.h"
#include "core/base/resources.h"
#include "core/io/file_kind.h"
#include "core/scene/scene_json.h"
#include "ui/export/figure.h"

namespace softscope {

Scene openScene(const std::filesystem::path& file) {
    switch (fileKind(file)) {
    case FileKind::session:
        return readScene(file);
    case FileKind::figure:
        if (const auto scene = sceneInFigure(file))
            return *scene;
        throw Error(file.string() + " is neither a session nor a figure nor a tensor file.");
    case FileKind::array:
        throw Error(file.string() + " holds one array of numbers; a head needs q, k and v in one .safetensors file.");
    case FileKind::tensors:
        break;
    }
    Scene scene;
    scene.source.kind = SourceKind::tensors;
    scene.source.tensors.path = portablePath(file);
    return scene;
}

} // namespace softscope
