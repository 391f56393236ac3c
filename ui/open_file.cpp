#include "ui/open_file.h"

#include "core/base/error.h"
#include "core/base/resources.h"
#include "core/head/from_tensors.h"
#include "core/scene/scene_json.h"
#include "ui/export/figure.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

namespace softscope {

namespace {

/// The first bytes; fewer where the file is shorter. Throws Error.
std::string beginningOf(const std::filesystem::path& file) {
    std::error_code failure;
    if (std::filesystem::is_directory(file, failure))
        throw Error(file.string() + " is a folder; give a session, a figure or a .safetensors file.");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error(file.string() + " cannot be read: " + std::strerror(errno) + ".");
    std::string bytes(16, '\0');
    stream.read(bytes.data(), std::streamsize(bytes.size()));
    bytes.resize(std::size_t(stream.gcount()));
    return bytes;
}

/// A session is text; the header length of a .safetensors file puts zeros before its brace.
bool looksLikeJson(const std::string& beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string::npos && beginning[first] == '{' && beginning.find('\0') == std::string::npos;
}

bool isNumbers(const std::string& beginning) {
    return beginning.starts_with("\x93NUMPY");
}

/// Files of the program itself are named so that the scene opens on every machine.
std::string portablePath(const std::filesystem::path& file) {
    const std::filesystem::path absolute = std::filesystem::weakly_canonical(file);
    const std::filesystem::path relative =
        absolute.lexically_relative(std::filesystem::weakly_canonical(resourceFolder()));
    if (!relative.empty() && *relative.begin() != "..")
        return "softscope:" + relative.string();
    return absolute.string();
}

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
    const std::string beginning = beginningOf(file);
    OpenedFile opened;
    if (const std::optional<Scene> scene = sceneInFigure(file))
        opened.scene = *scene;
    else if (looksLikeJson(beginning))
        opened = {readScene(file), true};
    else if (isNumbers(beginning))
        throw Error(file.string() +
                    " holds one array of numbers; put q, k and v into one .safetensors file to open them as a head.");
    else
        opened.scene = withTensors(file, present);
    if (opened.scene.source.kind == SourceKind::tensors)
        headFromTensors(opened.scene.source.tensors);
    return opened;
}

} // namespace softscope
