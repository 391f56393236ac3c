#include "ui/open_file.h"

#include "core/base/resources.h"
#include "core/head/from_tensors.h"
#include "ui/scene_in_file.h"

namespace softscope {

namespace {

Scene withTensors(const std::filesystem::path& file, Scene scene) {
    const TensorChoices choices = tensorChoices(file);
    scene.source = Source();
    scene.source.kind = SourceKind::tensors;
    TensorReference& reference = scene.source.tensors;
    reference.path = portablePath(file);
    if (!choices.layers.empty())
        reference.layer = choices.layers.front();
    if (choices.heads > 1)
        reference.head = 0;
    if (choices.batches > 1)
        reference.batch = 0;
    scene.edits.clear();
    scene.selection = {};
    scene.view.region.reset();
    return scene;
}

} // namespace

OpenedFile openFile(const std::filesystem::path& file, const Scene& present) {
    const FileKind kind = fileKind(file);
    OpenedFile opened;
    if (auto scene = sceneInFile(file, kind))
        opened = {*std::move(scene), kind == FileKind::session};
    else
        opened.scene = withTensors(file, present);
    if (opened.scene.source.kind == SourceKind::tensors)
        headFromTensors(opened.scene.source.tensors);
    return opened;
}

} // namespace softscope
