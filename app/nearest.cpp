#include "app/nearest.h"

#include <algorithm>
#include <vector>

namespace softscope {
namespace {

/// The restricted Damerau–Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j)
        d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

std::string_view withoutDashes(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

} // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t longest = 40, lettersOfSlip = 3; // no word of ours is longer
    const std::string_view letters = withoutDashes(word);
    if (letters.empty() || letters.size() > longest)
        return {};
    const auto begun = std::find_if(known.begin(), known.end(), [&](std::string_view candidate) {
        return withoutDashes(candidate).starts_with(letters);
    });
    if (begun != known.end() && letters.size() > 1)
        return *begun;
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, letters.size() / lettersOfSlip) + 1;
    for (const std::string_view candidate : known) {
        const std::string_view other = withoutDashes(candidate);
        if (other.front() != letters.front()) // few slip there, and --task is not --mask
            continue;
        const std::size_t far = distance(letters, other);
        if (far < least) {
            least = far;
            best = candidate;
        }
    }
    return best;
}

} // namespace softscope
