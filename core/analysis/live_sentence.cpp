#include "core/analysis/summary.h"
#include "core/render/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace softscope {

namespace {

/// What the sentence needs of one pass.
struct Side {
    Index rows = 0;      ///< rows that have a key and finite weights
    Index saturated = 0; ///< of those
    double effectiveTokens = undefined;
};

Side sideOf(const Frame& frame) {
    Side side;
    double sum = 0;
    for (const RowStatistics& row : frame.rows) {
        if (row.keys == 0 || !std::isfinite(row.entropy))
            continue;
        ++side.rows;
        side.saturated += row.verdict() == Verdict::saturated ? 1 : 0;
        sum += row.effectiveTokens();
    }
    if (side.rows > 0)
        side.effectiveTokens = sum / double(side.rows);
    return side;
}

std::string bold(const std::string& text) {
    return "**" + text + "**";
}

/// One decimal while that says something: 1.6, 16.0, 398.
std::string amount(double value) {
    if (!std::isfinite(value) || value < 0.1 || value >= 1e6)
        return value == 0 ? "0" : numberText(value, 2);
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", value < 99.95 ? 1 : 0, value);
    return text;
}

/// Without zeros at the end: 8, 0.3, −2.5.
std::string plain(double value) {
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e6))
        return numberText(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", size);
    return (value < 0 ? "−" : "") + std::string(text);
}

/// " 1 row …" or " 3 rows …".
std::string count(Index number, const char* one, const char* many) {
    std::string text(1, ' ');
    text += std::to_string(number);
    text += number == 1 ? one : many;
    return text;
}

/// "**63 %** of the rows are saturated", "no row is saturated", "**2** of 3 rows are saturated".
std::string saturation(const Side& side) {
    if (side.rows == 1)
        return side.saturated == 1 ? "it is **saturated**" : "it is not saturated";
    if (side.saturated == 0)
        return "no row is saturated";
    if (side.saturated == side.rows)
        return bold(side.rows == 2 ? "both" : "all") + " rows are saturated";
    if (side.rows < 20)
        return bold(std::to_string(side.saturated)) + " of " + std::to_string(side.rows) +
               (side.saturated == 1 ? " rows is saturated" : " rows are saturated");
    const double share = 100 * double(side.saturated) / double(side.rows);
    const std::string percent = share < 1 ? "under 1" : share > 99 ? "over 99" : std::to_string(std::lround(share));
    return bold(percent + " %") + " of the rows are saturated";
}

/// The keys that a row may see: "of 27" where all rows see as many.
std::string ofKeys(const Frame& frame) {
    Index rows = 0, sum = 0, largest = 0;
    for (const RowStatistics& row : frame.rows) {
        rows += row.keys > 0 ? 1 : 0;
        sum += row.keys;
        largest = std::max(largest, row.keys);
    }
    if (sum == rows * largest)
        return " of " + std::to_string(largest);
    return " of the " + amount(double(sum) / double(rows)) + " it may see";
}

std::string spread(const Head& head, const Frame& frame) {
    const std::string start = "At dₖ = " + std::to_string(head.dK());
    const Moments& scores = frame.scores;
    if (!std::isfinite(scores.variance))
        return start + " not all scores are finite.";
    if (scores.count == 1)
        return start + " there is one score, " + numberText(scores.mean) + ".";
    if (scores.min == scores.max)
        return start + " all scores are " + numberText(scores.mean) + ".";
    return start + " the scores spread with σ = " + amount(std::sqrt(scores.variance)) + ".";
}

std::string scalePhrase(const Softmax& softmax) {
    switch (softmax.scale.kind) {
    case ScaleKind::dk:
        return "the scale 1/dₖ";
    case ScaleKind::factor:
        return "the factor " + plain(softmax.scale.factor);
    case ScaleKind::sqrt:
    case ScaleKind::none:
        break;
    }
    return "the scale"; // 1/√d_k: also what `other` has where the scene has none
}

std::string comparison(const Head& head, const Frame& shown, const Frame& other, const Softmax& softmax) {
    const bool shownIsScaled = softmax.scale.kind != ScaleKind::none;
    const Frame& scaledFrame = shownIsScaled ? shown : other;
    const Side scaled = sideOf(scaledFrame), unscaled = sideOf(shownIsScaled ? other : shown);
    if (scaled.rows == 0 || unscaled.rows == 0)
        return {};
    const bool oneRow = scaled.rows == 1;
    const std::string keeps = (oneRow ? "the row keeps " : "a row keeps ") + bold(amount(scaled.effectiveTokens)) +
                              " effective tokens" + ofKeys(scaledFrame) + (oneRow ? "" : " on average");
    std::string text;
    if (shown.options.scale == other.options.scale) {
        const bool byDimension = head.dK() == 1 && softmax.scale.kind != ScaleKind::factor;
        text += byDimension ? " With one dimension the scale is 1" : " The scale is 1";
        text += " and changes nothing: " + keeps + ", and " + saturation(scaled) + ".";
        return text;
    }
    text += " With " + scalePhrase(softmax) + " " + keeps;
    if (scaled.saturated > 0)
        text += ", and " + saturation(scaled);
    text += "; without it " + bold(amount(unscaled.effectiveTokens)) + ", and " + saturation(unscaled) + ".";
    return text;
}

/// Rows that the numbers above leave out.
std::string exceptions(const Frame& frame) {
    Index empty = 0, notFinite = 0;
    for (const RowStatistics& row : frame.rows) {
        if (row.keys == 0)
            ++empty;
        else if (!std::isfinite(row.entropy))
            ++notFinite;
    }
    std::string text;
    if (empty > 0)
        text += count(empty, " row has no key.", " rows have no key.");
    if (notFinite > 0)
        text += count(notFinite, " row has no weights, because a score is not finite.",
                      " rows have no weights, because a score is not finite.");
    return text;
}

bool oneKeyEach(const Frame& frame) {
    for (const RowStatistics& row : frame.rows) {
        if (row.keys > 1 || (row.keys == 1 && !std::isfinite(row.entropy)))
            return false;
    }
    return true;
}

} // namespace

std::string partialSentence(Index rows, Index of) {
    return bold(std::to_string(rows)) + " of " + std::to_string(of) +
           " query rows so far. Entropy and effective tokens come with the rest.";
}

std::string liveSentence(const Head& head, const Frame& shown, const Frame& other, const Softmax& softmax) {
    if (shown.rows.empty() || other.rows.empty())
        return {};
    if (shown.scores.count == 0)
        return "The masks leave no key to any row: there is nothing to weigh.";
    if (oneKeyEach(shown)) {
        const char* who = shown.rows.size() == 1 ? " The row has one key" : " Each row has one key at most";
        return spread(head, shown) + who + ", which takes all the weight with any scale." + exceptions(shown);
    }
    return spread(head, shown) + comparison(head, shown, other, softmax) + exceptions(shown);
}

} // namespace softscope
