#include "app/open_scene.h"

#include "core/base/resources.h"
#include "ui/scene_in_file.h"

namespace softscope {

Scene openScene(const std::filesystem::path& file) {
    if (auto inside = sceneInFile(file, fileKind(file)))
        return *std::move(inside);
    Scene scene;
    scene.source.kind = SourceKind::tensors;
    scene.source.tensors.path = portablePath(file);
    return scene;
}

} // namespace softscope
