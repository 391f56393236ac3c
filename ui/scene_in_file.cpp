#include "ui/scene_in_file.h"

#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "ui/export/figure.h"

namespace softscope {

namespace {

/// A text that is no session: one that is named like a table is most likely one.
Scene sessionIn(const std::filesystem::path& file) {
    try {
        return readScene(file);
    } catch (const Error&) {
        if (file.extension() == ".csv" || file.extension() == ".CSV")
            throw Error(file.string() + " is not a session, and numbers are not read from .csv in this version; put q, "
                                        "k and v into a .safetensors file to open them as a head.");
        throw;
    }
}

} // namespace

std::optional<Scene> sceneInFile(const std::filesystem::path& file, FileKind kind) {
    switch (kind) {
    case FileKind::session:
        return sessionIn(file);
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
