// A file that a person opens or drops → a Scene.
#pragma once

#include "core/scene/scene.h"

#include <filesystem>

namespace softscope {

struct OpenedFile {
    Scene scene;
    bool isSession = false; ///< saving writes to it again; a figure or a tensor file is only read
};

/// What the file is, is told by its content, whatever its name: a session, a figure by us, tensors. A figure brings its
/// scene; tensors become the source of `present`, whose softmax and view stay. Heads of tensors are built once to see
/// that they can be. Throws Error: one sentence.
OpenedFile openFile(const std::filesystem::path& file, const Scene& present);

} // namespace softscope
