// A pass over some query rows only.
#pragma once

#include "core/engine/forward.h"

namespace softscope {

/// As stream(), for passes whose `only` is not empty: their rows are gathered into blocks of their own. The passes may
/// have different rows.
void streamSampled(const Head& head, const QueryKey& operands, const FiniteMatrix* v, const Job& job,
                   const Compute& compute);

} // namespace softscope
