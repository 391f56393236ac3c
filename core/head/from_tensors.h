// Tensors of a file → Head: which names are q, k and v, which layer, head and batch.
#pragma once

#include "core/head/head.h"
#include "core/scene/scene.h"

#include <filesystem>
#include <stop_token>

namespace softscope {

/// What can be opened in a tensor file, for the window's choice and the command line's messages.
struct TensorChoices {
    std::vector<Index> layers;    ///< numbers found in names like layers.3.q; empty: one unnumbered set
    Index heads = 1, batches = 1; ///< of the first layer
    bool operator==(const TensorChoices&) const = default;
};
TensorChoices tensorChoices(const std::filesystem::path& file);

/// Throws Error: cannot be read; names not found or ambiguous (lists them and the option that picks); layer, head or
/// batch outside (says how many there are) or needed and not given; shapes that do not fit (both named); an axis of
/// length 0. Cancelled once `stop` is set. It reads on one thread.
HeadPointer headFromTensors(const TensorReference& reference, const std::stop_token& stop = {});

} // namespace softscope
