// Which keys a query sees when all masks are taken together.
#pragma once

#include "core/engine/logits.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace softscope {

/// Calls take(j) for every key that query i sees: those in the band of the masks that the head's own mask allows and
/// its bias does not mask with −inf.
template <typename Take>
void forEachVisibleKey(const Head& head, const LogitOptions& options, Index i, Take&& take) {
    const KeyRange range = allowedKeys(options.masks, i, head.nQ(), head.nK());
    for (Index j = range.begin; j < range.end; ++j) {
        if (head.mask && !(*head.mask)(i, j))
            continue;
        if (head.bias && (*head.bias)(i, j) == -std::numeric_limits<float>::infinity())
            continue;
        take(j);
    }
}

/// How many keys query i sees.
inline Index visibleKeys(const Head& head, const LogitOptions& options, Index i) {
    if (!head.mask && !head.bias) {
        const KeyRange range = allowedKeys(options.masks, i, head.nQ(), head.nK());
        return range.end > range.begin ? range.end - range.begin : 0;
    }
    Index count = 0;
    forEachVisibleKey(head, options, i, [&](Index) { ++count; });
    return count;
}

/// `count` of the rows 0 … n − 1, evenly spaced, ascending; all of them where there are no more.
inline std::vector<Index> evenlySpacedRows(Index n, Index count) {
    count = std::min(count, n);
    std::vector<Index> rows(static_cast<std::size_t>(count));
    for (Index r = 0; r < count; ++r)
        rows[static_cast<std::size_t>(r)] = (2 * r + 1) * n / (2 * count);
    return rows;
}

} // namespace softscope
