// Bending token vectors by hand.
#pragma once

#include "core/head/head.h"
#include "core/scene/scene.h"

namespace softscope {

/// Applies the edits to a head: those of x in order, then the projections of the tokens they changed, then those of q,
/// k and v in order. See Edit for each kind. An edit of a token, component or role that the head does not have does
/// nothing; so do a norm or a turn of a zero vector, and a turn towards a vector on the same line.
void applyEdits(Head& head, const std::vector<Edit>& edits);

} // namespace softscope
