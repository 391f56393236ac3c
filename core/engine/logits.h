// From raw scores to logits: the options of one evaluation, resolved to numbers.
#pragma once

#include "core/head/head.h"
#include "core/scene/scene.h"

#include <optional>
#include <vector>

namespace softscope {

/// Order of operations: score q·k → × scale (× ln n_k) → softcap c·tanh(z/c) → + bias → mask → softmax, with a sink
/// over one more key (numerics.md; the order of the ONNX Attention operator).
struct LogitOptions {
    double scale = 1;              ///< the effective factor: scale and temperature together
    std::optional<double> softcap; ///< c
    bool qkNorm = false;           ///< scores are of q/‖q‖ and k/‖k‖ (a zero vector stays zero)
    bool logLength = false;        ///< the scale of a row with n_k unmasked keys is scale · ln n_k (rowScale)
    std::optional<double> sink;    ///< the logit of one more key of every row that has a key; its value is zero
    std::vector<Mask> masks;
    bool operator==(const LogitOptions&) const = default;
};

/// The factor alone: 1/√d_k, 1, 1/d_k or the number.
double factorOf(const Scale& scale, Index dK);
/// What the scores of a row with `keys` unmasked keys are multiplied by; ln n_k is the scalable softmax of Nakanishi,
/// "Scalable-Softmax Is Superior for Attention", 2025. 0 with a single key, whose weight is 1 at any scale.
double rowScale(const LogitOptions& options, Index keys);
LogitOptions resolve(const Softmax& softmax, Index dK);
/// The same softmax with the scale switched: 1/√d_k where there was none, none where there was any.
Softmax withOtherScale(Softmax softmax);

/// The keys [begin, end) that the masks let query i see: every mask of a Scene is a band. The dense mask and the −inf
/// of the bias of a Head come on top. begin == end: none.
struct KeyRange {
    Index begin = 0, end = 0;
};
/// The least range that holds both; an empty one adds nothing.
KeyRange joined(const KeyRange& a, const KeyRange& b);
KeyRange allowedKeys(const std::vector<Mask>& masks, Index i, Index nQ, Index nK);

} // namespace softscope
