// What a Scene may hold.
#pragma once

#include "core/scene/scene.h"

namespace softscope {

/// Throws UsageError, whose sentence names the field by its path ("source.tokens"), what it is and what it may be.
/// Checks all that can be known without opening a file: ranges, finite numbers, the selection of a head of known size.
void validate(const Scene& scene);

/// The scene with its selection and region brought inside a head of n_q queries and n_k keys.
Scene fitted(Scene scene, Index nQ, Index nK);

/// n_q = n_k of sources whose size is known without opening a file; empty for tensors.
std::optional<Index> knownTokens(const Source& source);
/// d_k likewise.
std::optional<Index> knownDK(const Source& source);

} // namespace softscope
