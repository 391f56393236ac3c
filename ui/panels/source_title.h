// What a source is called in the window.
#pragma once

#include "core/scene/scene.h"

#include <QString>

namespace softscope {

/// "Gaussian", "Projected embeddings", …; the file's name for tensors.
QString sourceTitle(const Source& source);
QString sourceKindTitle(SourceKind kind);
/// Why n and d_k cannot be changed; empty where they can.
QString fixedSizeReason(const Source& source);
/// Two scenes are of the same preset if this part of their sources agrees, whatever the sizes and the seed.
bool sameOrigin(const Source& a, const Source& b);

} // namespace softscope
