#include "core/engine/opencl/row_record.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace softscope::opencl {

namespace {

// The places of a record, as kernels.cl fills it.
enum Place : std::size_t {
    keys = 0,
    winner,
    flags,
    high,
    second,
    sum,
    squares = 7,
    cubes = 9,
    moment = 11,
    self = 13,
    scoreMoments,
    logitMoments = 20,
    lambda = 26
};
enum Flag { invalidRow = 1, nanScore = 2, infiniteScore = 4, nanLogit = 8, infiniteLogit = 16 };

int wholeAt(const RowRecord& record, std::size_t place) {
    return std::bit_cast<int>(record[place]);
}

double at(const RowRecord& record, std::size_t place) {
    return static_cast<double>(record[place]);
}

double pairAt(const RowRecord& record, std::size_t place) {
    return at(record, place) + at(record, place + 1);
}

/// From places first, …: least, largest, and the sums over where each number lies between them, from 0 to 1, and over
/// the squares of that.
Moments momentsAt(const RowRecord& record, std::size_t first, bool nan, bool infinite) {
    const Index count = wholeAt(record, keys);
    if (count == 0)
        return {};
    const double low = at(record, first), top = at(record, first + 1);
    if (nan || (std::isinf(low) && std::isinf(top)))
        return {count, undefined, undefined, undefined, undefined};
    if (infinite)
        return {count, std::isinf(low) ? low : top, 0, low, top};
    const double size = static_cast<double>(count), range = top - low;
    const double mean = pairAt(record, first + 2) / size;
    const double variance = std::max(0.0, pairAt(record, first + 4) / size - mean * mean);
    return {count, low + mean * range, variance * range * range, low, top};
}

} // namespace

RowSoftmax softmaxOf(const RowRecord& record) {
    RowSoftmax row;
    row.keys = wholeAt(record, keys);
    row.valid = (wholeAt(record, flags) & invalidRow) == 0;
    if (row.keys == 0 || !row.valid)
        return row;
    row.winner = wholeAt(record, winner);
    const bool alone = std::isinf(record[second]);
    row.shift = alone ? record[high] : record[second];
    const double gap = static_cast<double>(row.shift) - at(record, high);
    row.ratio = std::exp(gap);
    row.others = pairAt(record, sum) * row.ratio;
    row.squares = pairAt(record, squares) * row.ratio * row.ratio;
    row.cubes = pairAt(record, cubes) * row.ratio * row.ratio * row.ratio;
    row.moment = (pairAt(record, moment) + pairAt(record, sum) * gap) * row.ratio;
    row.total = 1 + row.others;
    row.unit = row.ratio / row.total;
    return row;
}

double spectralOf(const RowRecord& record, const RowSoftmax& softmax) {
    return softmax.winner < 0 ? undefined : at(record, lambda) * softmax.unit;
}

double selfWeightOf(const RowRecord& record, const RowSoftmax& softmax, Index key) {
    if (softmax.winner < 0)
        return undefined;
    if (softmax.winner == key)
        return 1 / softmax.total;
    float e = 0;
    expRow(&record[self], 1, softmax.shift, &e);
    return static_cast<double>(e) * softmax.unit;
}

Moments scoreMomentsOf(const RowRecord& record) {
    const int marks = wholeAt(record, flags);
    return momentsAt(record, scoreMoments, (marks & nanScore) != 0, (marks & infiniteScore) != 0);
}

Moments logitMomentsOf(const RowRecord& record) {
    const int marks = wholeAt(record, flags);
    return momentsAt(record, logitMoments, (marks & nanLogit) != 0, (marks & infiniteLogit) != 0);
}

} // namespace softscope::opencl
