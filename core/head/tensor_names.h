// Which names in a tensor file are q, k and v, and of which layer.
#pragma once

#include "core/io/safetensors.h"
#include "core/scene/scene.h"

#include <array>

namespace softscope {

/// The three tensors of one head or stack of heads. Null: not there.
struct TensorSet {
    std::string prefix;                     ///< "layers.3": what stands before the role's name
    std::optional<Index> layer;             ///< the first number in the prefix
    std::array<std::string, 3> names;       ///< of q, k, v
    std::array<const Tensor*, 3> tensors{}; ///< q, k, v
    bool complete() const { return tensors[0] != nullptr && tensors[1] != nullptr && tensors[2] != nullptr; }
};

/// Names that end in q, k, v or query, key, value, without regard to case, grouped by what stands before; only complete
/// sets, in the order of their layers.
std::vector<TensorSet> tensorSets(const TensorFile& file);

/// The set that the reference picks. Throws Error (UsageError where a choice is missing or outside), one sentence
/// without the file's name in front, but with `file` in it.
TensorSet chosenSet(const TensorFile& file, const TensorReference& reference, const std::string& fileName);

/// Numbers in order for a sentence: "0 to 5", "0, 2 and 5".
std::string numbersText(const std::vector<Index>& numbers);

} // namespace softscope
