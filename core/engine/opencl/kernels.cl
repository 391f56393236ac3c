// The streaming pass on an OpenCL 1.2 device: a block of query rows at a time, in steps that each are one kernel.
//
//   product       raw scores of the block, tiles through local memory       scores [rows x ld]
//   rows          logits, the row's largest two, its sums                    logits [rows x ld], records, parameters
//   spectral      the largest eigenvalue of the row's Jacobian
//   cells, exact  a map of the block: pooled to cells, or every number
//   weightPanels  weights as the left side of a product: the output is another `product`
//
// Built with WIDTH (numbers in a vector), GROUP (work-items to a row) and, for processors, CPU: the same arithmetic,
// without local memory where all of memory is one.
//
// Sums are pairs of floats, 48 bits together, so that no double is needed: results do not depend on what the device has.
// Nothing here may be built with relaxed arithmetic.

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define F JOIN(float, WIDTH)
#define I JOIN(int, WIDTH)
#define LOAD JOIN(vload, WIDTH)
#define STORE JOIN(vstore, WIDTH)
#define TO_I JOIN(convert_int, WIDTH)
#define AS_F JOIN(as_float, WIDTH)
#define AS_I JOIN(as_int, WIDTH)

#if WIDTH == 16
#define LANES ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#elif WIDTH == 8
#define LANES ((int8)(0, 1, 2, 3, 4, 5, 6, 7))
#else
#define LANES ((int4)(0, 1, 2, 3))
#endif

#ifdef FP_FAST_FMAF
#define MULTIPLY_ADD(a, b, c) fma(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

#define MASKED (-INFINITY)
#define LEAST_EXPONENT (-87.33654f) // ln of the smallest normal float

// As core/engine/opencl/row_record.h counts them.
#define RECORD 28
#define PARAMETERS 16
enum { softcapped = 1, biased = 2, densely = 4, scoreMoments = 8, logitMoments = 16 };
enum { invalidRow = 1, nanScore = 2, infiniteScore = 4, nanLogit = 8, infiniteLogit = 16 };
enum { mapScores, mapScaled, mapWeights, mapJacobian, mapDiagonal };

// ------------------------------------------------------------------------------------------------ numbers

// exp(d) for d <= 0 to about one unit in the last place, 0 below the normal range: the arithmetic of
// core/engine/exponential.h.
F expNotAbove(F d) {
    const F x = fmax(d, (F)(LEAST_EXPONENT));
    const F shifted = x * 1.44269504f + (12582912.f + 127.f);
    const F n = shifted - (12582912.f + 127.f);
    const F r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    F p = (F)(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    const F mantissa = p * (r * r) + r + 1.f;
    const F power = AS_F(AS_I(shifted) << 23);
    const F value = select(mantissa * power, (F)(0.f), d < (F)(LEAST_EXPONENT));
    return select(value, d, isnan(d));
}

float expOne(float d) {
    return expNotAbove((F)(d)).s0;
}

// c tanh(z / c): as softcapRow() of core/engine/logit_row.cpp.
F softcap(F z, float cap) {
    const F y = z * (1.f / cap), size = fabs(y), square = y * y;
    const F e = expNotAbove(-2.f * size);
    const F large = copysign((1.f - e) / (1.f + e), y);
    F series = (F)(-8.8632355e-3f);
    series = series * square + 2.18694885e-2f;
    series = series * square - 5.39682540e-2f;
    series = series * square + 1.33333333e-1f;
    series = series * square - 3.33333333e-1f;
    series = series * (square * y) + y;
    return cap * select(large, series, size < (F)(0.35f));
}

// hi is the plain sum, lo what its roundings lost (Knuth's two-sum). An infinite or NaN hi makes lo worthless.
typedef struct {
    float hi, lo;
} Pair;

Pair plus(Pair a, Pair b) {
    const float sum = a.hi + b.hi, part = sum - a.hi;
    const float lost = (a.hi - (sum - part)) + (b.hi - part);
    const Pair result = {sum, a.lo + b.lo + lost};
    return result;
}

void addTo(F* hi, F* lo, F value) {
    const F sum = *hi + value, part = sum - *hi;
    *lo += (*hi - (sum - part)) + (value - part);
    *hi = sum;
}

Pair folded(F hi, F lo) {
    float high[WIDTH], low[WIDTH];
    STORE(hi, 0, high);
    STORE(lo, 0, low);
    Pair sum = {high[0], low[0]};
    for (int lane = 1; lane < WIDTH; ++lane) {
        const Pair next = {high[lane], low[lane]};
        sum = plus(sum, next);
    }
    return sum;
}

// The sum over the work-items of a row's group, to all of them.
Pair groupSum(Pair own, local float2* room) {
    const int item = get_local_id(0);
    room[item] = (float2)(own.hi, own.lo);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach /= 2) {
        if (item < reach) {
            const Pair a = {room[item].x, room[item].y}, b = {room[item + reach].x, room[item + reach].y};
            const Pair sum = plus(a, b);
            room[item] = (float2)(sum.hi, sum.lo);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const Pair result = {room[0].x, room[0].y};
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

// ------------------------------------------------------------------------------------------------ product

// c[i, j] = sum over k of a[i, k] b[j, k] for tiles of 64 x 64. Both sides lie in panels of 64 tokens, [panel][k][64],
// zeros beyond the last token and, up to a multiple of 16, beyond the last k. tiles[p]: which panels of b the rows of
// panel p of a need. Sums of 256 products are added up, so that rounding does not grow with k.
#define PANEL 64
#define RUN 256
#define FRONT 64 // numbers before the first row of a block: vectors may begin left of it, as they may end right of it

#ifdef CPU
// A group has the 64 rows of a panel, each work-item 8 of them and 32 columns, in registers.
#define COLUMNS 32
kernel __attribute__((reqd_work_group_size(1, 8, 1))) void
product(global const float* a, ulong aInner, ulong aPanel, ulong aFrom, global const float* b, ulong bInner,
        ulong bPanel, ulong bFrom, int inner, global float* c, int ld, global const int2* tiles) {
    const size_t panel = get_group_id(1), columns = get_group_id(0);
    const ulong wanted = bPanel + columns / 2;
    if (wanted < (ulong)tiles[aPanel + panel].x || wanted >= (ulong)tiles[aPanel + panel].y)
        return;
    global const float* left = a + ((aPanel + panel) * aInner + aFrom) * PANEL + get_local_id(1) * 8;
    global const float* right = b + (wanted * bInner + bFrom) * PANEL + (columns % 2) * COLUMNS;
    float16 s00 = 0, s01 = 0, s10 = 0, s11 = 0, s20 = 0, s21 = 0, s30 = 0, s31 = 0;
    float16 s40 = 0, s41 = 0, s50 = 0, s51 = 0, s60 = 0, s61 = 0, s70 = 0, s71 = 0;
    global float* target = c + FRONT + (panel * PANEL + get_local_id(1) * 8) * ld + columns * COLUMNS;
    for (int begin = 0; begin < inner; begin += RUN) {
        const int end = min(begin + RUN, inner);
        for (int k = begin; k < end; ++k) {
            const float16 b0 = vload16(0, right), b1 = vload16(1, right);
            s00 = MULTIPLY_ADD((float16)(left[0]), b0, s00);
            s01 = MULTIPLY_ADD((float16)(left[0]), b1, s01);
            s10 = MULTIPLY_ADD((float16)(left[1]), b0, s10);
            s11 = MULTIPLY_ADD((float16)(left[1]), b1, s11);
            s20 = MULTIPLY_ADD((float16)(left[2]), b0, s20);
            s21 = MULTIPLY_ADD((float16)(left[2]), b1, s21);
            s30 = MULTIPLY_ADD((float16)(left[3]), b0, s30);
            s31 = MULTIPLY_ADD((float16)(left[3]), b1, s31);
            s40 = MULTIPLY_ADD((float16)(left[4]), b0, s40);
            s41 = MULTIPLY_ADD((float16)(left[4]), b1, s41);
            s50 = MULTIPLY_ADD((float16)(left[5]), b0, s50);
            s51 = MULTIPLY_ADD((float16)(left[5]), b1, s51);
            s60 = MULTIPLY_ADD((float16)(left[6]), b0, s60);
            s61 = MULTIPLY_ADD((float16)(left[6]), b1, s61);
            s70 = MULTIPLY_ADD((float16)(left[7]), b0, s70);
            s71 = MULTIPLY_ADD((float16)(left[7]), b1, s71);
            left += PANEL;
            right += PANEL;
        }
        // The first run is stored, later ones are added to what stands.
#define KEEP(row, x0, x1)                                                                                              \
    if (begin > 0) {                                                                                                   \
        x0 += vload16(0, target + row * ld);                                                                           \
        x1 += vload16(1, target + row * ld);                                                                           \
    }                                                                                                                  \
    vstore16(x0, 0, target + row * ld);                                                                                \
    vstore16(x1, 1, target + row * ld);                                                                                \
    x0 = 0;                                                                                                            \
    x1 = 0;
        KEEP(0, s00, s01)
        KEEP(1, s10, s11)
        KEEP(2, s20, s21)
        KEEP(3, s30, s31)
        KEEP(4, s40, s41)
        KEEP(5, s50, s51)
        KEEP(6, s60, s61)
        KEEP(7, s70, s71)
    }
}
#else
// A group of 16 x 16 work-items brings 16 k of both panels into local memory; each item has 4 x 4 sums.
#define SLAB 16
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
product(global const float* a, ulong aInner, ulong aPanel, ulong aFrom, global const float* b, ulong bInner,
        ulong bPanel, ulong bFrom, int inner, global float* c, int ld, global const int2* tiles) {
    local float4 left[SLAB * PANEL / 4], right[SLAB * PANEL / 4];
    const size_t panel = get_group_id(1), column = get_group_id(0);
    const int x = get_local_id(0), y = get_local_id(1), item = y * 16 + x;
    const ulong wanted = bPanel + column;
    if (wanted < (ulong)tiles[aPanel + panel].x || wanted >= (ulong)tiles[aPanel + panel].y)
        return; // all of the group
    global const float* from = a + ((aPanel + panel) * aInner + aFrom) * PANEL;
    global const float* to = b + (wanted * bInner + bFrom) * PANEL;
    float4 total0 = 0, total1 = 0, total2 = 0, total3 = 0;
    for (int begin = 0; begin < inner; begin += RUN) {
        const int end = min(begin + RUN, inner);
        float4 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (int k = begin; k < end; k += SLAB) {
            left[item] = vload4(item, from + (size_t)k * PANEL);
            right[item] = vload4(item, to + (size_t)k * PANEL);
            barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
            for (int step = 0; step < SLAB; ++step) {
                const float4 q = left[step * 16 + y], key = right[step * 16 + x];
                s0 = MULTIPLY_ADD((float4)(q.x), key, s0);
                s1 = MULTIPLY_ADD((float4)(q.y), key, s1);
                s2 = MULTIPLY_ADD((float4)(q.z), key, s2);
                s3 = MULTIPLY_ADD((float4)(q.w), key, s3);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        total0 += s0;
        total1 += s1;
        total2 += s2;
        total3 += s3;
    }
    global float* target = c + FRONT + (panel * PANEL + y * 4) * ld + column * PANEL + x * 4;
    vstore4(total0, 0, target);
    vstore4(total1, 0, target + ld);
    vstore4(total2, 0, target + 2 * ld);
    vstore4(total3, 0, target + 3 * ld);
}
#endif

// ------------------------------------------------------------------------------------------------ rows

// The largest, where it first stands, and the largest of the others.
typedef struct {
    float high;
    int at;
    float second;
} Best;

Best better(Best a, Best b) {
    const bool first = b.high > a.high || (b.high == a.high && b.at < a.at);
    Best result;
    result.high = first ? b.high : a.high;
    result.at = first ? b.at : a.at;
    result.second = first ? fmax(a.high, b.second) : fmax(a.second, b.high);
    return result;
}

// Least and largest of numbers, which may be infinite; NaN left out, but marked.
typedef struct {
    F low, high;
    I nan;
} Extremes;

typedef struct {
    float low, extent; // half the range, which never overflows
    int nan, infinite;
    float high;
} Range;

Range groupRange(Extremes lanes, local float4* room) {
    float low[WIDTH], high[WIDTH];
    int nan[WIDTH];
    STORE(lanes.low, 0, low);
    STORE(lanes.high, 0, high);
    STORE(lanes.nan, 0, nan);
    float4 all = (float4)(low[0], high[0], nan[0] != 0 ? 1.f : 0.f, 0.f);
    for (int lane = 1; lane < WIDTH; ++lane)
        all = (float4)(fmin(all.x, low[lane]), fmax(all.y, high[lane]), nan[lane] != 0 ? 1.f : all.z, 0.f);
    const int item = get_local_id(0);
    room[item] = all;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach /= 2) {
        if (item < reach) {
            const float4 a = room[item], b = room[item + reach];
            room[item] = (float4)(fmin(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z), 0.f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    all = room[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    Range range;
    range.low = all.x;
    range.high = all.y;
    range.nan = all.z != 0.f;
    range.infinite = all.x == -INFINITY || all.y == INFINITY;
    range.extent = 0.5f * all.y - 0.5f * all.x;
    return range;
}

void look(Extremes* extremes, F x, I counts) {
    const I nan = counts & (x != x);
    extremes->nan |= nan;
    extremes->low = select(extremes->low, x, counts & (x < extremes->low));
    extremes->high = select(extremes->high, x, counts & (x > extremes->high));
}

// Where x lies in its range, from 0 to 1.
F place(F x, Range range, float inverse) {
    return (0.5f * x - 0.5f * range.low) * inverse;
}

float inverseOf(Range range) {
    return range.extent > 0.f ? 1.f / range.extent : 0.f;
}

// The logits of rows [start, ...) of the block, their softmax's numbers for `cells` and their sums for the host. Row 0 of
// the block is query firstRow, column 0 is key firstKey. `ranges`: the keys that the masks let each query see; a row's
// logits outside its range are never written.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
rows(int start, global const float* scores, global float* logits, int ld, int firstKey, int firstRow,
     global const int2* ranges,
     float scale, float cap, global const float* bias, global const uchar* mask, int flags, global float* records,
     global float* parameters) {
    local float4 room[GROUP];
    local float2 pairs[GROUP];
    local int counts[GROUP];
    local int states[GROUP];
    const int row = start + get_group_id(0), item = get_local_id(0);
    // A row whose logits nobody asks for may see keys that the block does not have.
    const int begin = clamp(ranges[firstRow + row].x - firstKey, 0, ld);
    const int end = clamp(ranges[firstRow + row].y - firstKey, begin, ld);
    const size_t base = FRONT + (size_t)row * ld, given = (size_t)row * ld; // of scores and logits, of bias and mask
    const int from = begin / WIDTH * WIDTH;

    F high = (F)(MASKED), second = (F)(MASKED);
    I at = (I)(INT_MAX), keys = (I)(0), bad = (I)(0);
    Extremes s = {(F)(INFINITY), (F)(-INFINITY), (I)(0)}, l = s;
    for (int j = from + item * WIDTH; j < end; j += GROUP * WIDTH) {
        const I column = j + LANES;
        const F raw = LOAD(0, scores + base + j);
        F z = scale * raw;
        if (flags & softcapped)
            z = softcap(z, cap);
        I out = (column < (I)(begin)) | (column >= (I)(end));
        if (flags & biased) {
            const F added = LOAD(0, bias + given + j);
            out |= added == (F)(MASKED);
            z += added;
        }
        if (flags & densely)
            out |= TO_I(LOAD(0, mask + given + j)) == (I)(0);
        z = select(z, (F)(MASKED), out);
        STORE(z, 0, logits + base + j);
        const I counted = z != (F)(MASKED);
        keys -= counted;
        bad |= (z != z) | (z == (F)(INFINITY));
        const I above = z > high;
        second = select(fmax(second, z), high, above);
        at = select(at, column, above);
        high = select(high, z, above);
        if (flags & scoreMoments)
            look(&s, raw, counted);
        if (flags & logitMoments)
            look(&l, z, counted);
    }
    Best best;
    int count = 0, state = 0;
    {
        float highs[WIDTH], seconds[WIDTH];
        int places[WIDTH], some[WIDTH], wrong[WIDTH];
        STORE(high, 0, highs);
        STORE(second, 0, seconds);
        STORE(at, 0, places);
        STORE(keys, 0, some);
        STORE(bad, 0, wrong);
        best.high = MASKED;
        best.at = INT_MAX;
        best.second = MASKED;
        for (int lane = 0; lane < WIDTH; ++lane) {
            const Best next = {highs[lane], places[lane], seconds[lane]};
            best = better(best, next);
            count += some[lane];
            state |= wrong[lane] != 0 ? 1 : 0;
        }
    }
    room[item] = (float4)(best.high, as_float(best.at), best.second, 0.f);
    counts[item] = count;
    states[item] = state;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach /= 2) {
        if (item < reach) {
            const Best a = {room[item].x, as_int(room[item].y), room[item].z};
            const Best b = {room[item + reach].x, as_int(room[item + reach].y), room[item + reach].z};
            const Best both = better(a, b);
            room[item] = (float4)(both.high, as_float(both.at), both.second, 0.f);
            counts[item] += counts[item + reach];
            states[item] |= states[item + reach];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    best.high = room[0].x;
    best.at = as_int(room[0].y);
    best.second = room[0].z;
    count = counts[0];
    const int invalid = states[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    const Range scoreRange = groupRange(s, room), logitRange = groupRange(l, room);
    const bool valid = count > 0 && !invalid;
    const int winner = valid ? best.at : -1;
    const float shift = best.second > MASKED ? best.second : best.high;

    // The sums over the others, e = exp(z - shift), and over all keys for the moments.
    F e1 = (F)(0.f), e1Low = (F)(0.f), e2 = e1, e2Low = e1, e3 = e1, e3Low = e1, em = e1, emLow = e1;
    F u1 = e1, u1Low = e1, u2 = e1, u2Low = e1, v1 = e1, v1Low = e1, v2 = e1, v2Low = e1;
    const float scoreInverse = inverseOf(scoreRange), logitInverse = inverseOf(logitRange);
    const bool again = valid || (flags & (scoreMoments | logitMoments));
    for (int run = from + item * WIDTH; again && run < end; run += 16 * GROUP * WIDTH) {
        F a1 = (F)(0.f), a2 = a1, a3 = a1, am = a1, b1 = a1, b2 = a1, c1 = a1, c2 = a1;
        const int stop = min(end, run + 16 * GROUP * WIDTH);
        for (int j = run; j < stop; j += GROUP * WIDTH) {
            const I column = j + LANES;
            const F z = LOAD(0, logits + base + j);
            const I counted = z != (F)(MASKED);
            if (valid) {
                const F d = z - shift;
                const F e = select(expNotAbove(d), (F)(0.f), column == (I)(winner));
                const F square = e * e;
                a1 += e;
                a2 += square;
                a3 += square * e;
                am += e * select(fmax(d, (F)(LEAST_EXPONENT)), (F)(0.f), column == (I)(winner));
            }
            if (flags & scoreMoments) {
                const F u = select((F)(0.f), place(LOAD(0, scores + base + j), scoreRange, scoreInverse), counted);
                b1 += u;
                b2 += u * u;
            }
            if (flags & logitMoments) {
                const F v = select((F)(0.f), place(z, logitRange, logitInverse), counted);
                c1 += v;
                c2 += v * v;
            }
        }
        addTo(&e1, &e1Low, a1);
        addTo(&e2, &e2Low, a2);
        addTo(&e3, &e3Low, a3);
        addTo(&em, &emLow, am);
        addTo(&u1, &u1Low, b1);
        addTo(&u2, &u2Low, b2);
        addTo(&v1, &v1Low, c1);
        addTo(&v2, &v2Low, c2);
    }
    const Pair sum = groupSum(folded(e1, e1Low), pairs), squares = groupSum(folded(e2, e2Low), pairs);
    const Pair cubes = groupSum(folded(e3, e3Low), pairs), moment = groupSum(folded(em, emLow), pairs);
    Pair score1 = {0.f, 0.f}, score2 = score1, logit1 = score1, logit2 = score1;
    if (flags & scoreMoments) {
        score1 = groupSum(folded(u1, u1Low), pairs);
        score2 = groupSum(folded(u2, u2Low), pairs);
    }
    if (flags & logitMoments) {
        logit1 = groupSum(folded(v1, v1Low), pairs);
        logit2 = groupSum(folded(v2, v2Low), pairs);
    }
    if (item != 0)
        return;

    global float* record = records + (size_t)row * RECORD;
    record[0] = as_float(count);
    record[1] = as_float(winner < 0 ? -1 : winner + firstKey);
    record[2] = as_float((invalid ? invalidRow : 0) | (scoreRange.nan ? nanScore : 0) |
                         (scoreRange.infinite ? infiniteScore : 0) | (logitRange.nan ? nanLogit : 0) |
                         (logitRange.infinite ? infiniteLogit : 0));
    record[3] = best.high;
    record[4] = best.second;
    record[5] = sum.hi;
    record[6] = sum.lo;
    record[7] = squares.hi;
    record[8] = squares.lo;
    record[9] = cubes.hi;
    record[10] = cubes.lo;
    record[11] = moment.hi;
    record[12] = moment.lo;
    const int self = firstRow + row - firstKey;
    record[13] = self >= begin && self < end ? logits[base + self] : MASKED;
    record[14] = scoreRange.low;
    record[15] = scoreRange.high;
    record[16] = score1.hi;
    record[17] = score1.lo;
    record[18] = score2.hi;
    record[19] = score2.lo;
    record[20] = logitRange.low;
    record[21] = logitRange.high;
    record[22] = logit1.hi;
    record[23] = logit1.lo;
    record[24] = logit2.hi;
    record[25] = logit2.lo;
    record[26] = 0.f;
    record[27] = 0.f;

    // exp(shift - high) with the rounding of the difference made good: it reaches every weight.
    const float gap = shift - best.high;
    const float part = gap - shift, lost = (shift - (gap - part)) + (-best.high - part);
    const float ratio = expOne(gap) * (1.f + (lost == lost ? lost : 0.f));
    const float e = sum.hi + sum.lo, e22 = squares.hi + squares.lo;
    const float others = e * ratio, total = 1.f + others;
    global float* parameter = parameters + (size_t)row * PARAMETERS;
    parameter[0] = shift;
    parameter[1] = valid ? ratio / total : NAN;
    parameter[2] = 1.f + (1.f + e22 * ratio * ratio) / (total * total); // 1 + sum of s^2
    parameter[3] = 1.f / total;                                         // the winner's weight, Jacobian, diagonal
    parameter[4] = ratio * sqrt(e * e + e22) / (total * total);
    parameter[5] = others / (total * total);
    parameter[6] = as_float(winner);
    parameter[7] = as_float(begin);
    parameter[8] = as_float(end);
    parameter[9] = best.second > MASKED ? ratio : 0.f;
}

// lambda of diag(s) - s s^T in units of the second largest weight, by Newton's steps as in core/engine/secular.cpp.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
spectral(int start, global const float* logits, int ld, global const float* parameters, global float* records) {
    local float2 pairs[GROUP];
    const int row = start + get_group_id(0), item = get_local_id(0);
    global const float* parameter = parameters + (size_t)row * PARAMETERS;
    const float shift = parameter[0], ratio = parameter[9];
    const int winner = as_int(parameter[6]), begin = as_int(parameter[7]), end = as_int(parameter[8]);
    const size_t base = FRONT + (size_t)row * ld;
    const float inverse = fmin(1.f, ratio);
    float t = winner < 0 || ratio == 0.f ? 0.f : (1.f - inverse) / (1.f + inverse);
    for (int step = 0; step < 60 && t > 0.f; ++step) {
        F sum = (F)(0.f), sumLow = sum, slope = sum, slopeLow = sum;
        for (int j = begin / WIDTH * WIDTH + item * WIDTH; j < end; j += GROUP * WIDTH) {
            const F z = LOAD(0, logits + base + j);
            const F u = select(expNotAbove(z - shift), (F)(0.f), j + LANES == (I)(winner));
            const F reciprocal = 1.f / ((1.f - u) + t), term = u * reciprocal;
            addTo(&sum, &sumLow, term);
            addTo(&slope, &slopeLow, term * reciprocal);
        }
        const Pair all = groupSum(folded(sum, sumLow), pairs), slopes = groupSum(folded(slope, slopeLow), pairs);
        const float f = all.hi + all.lo, top = 1.f + t;
        const float change = -(1.f / f - 1.f + top * inverse) / ((slopes.hi + slopes.lo) / (f * f) + inverse);
        t += fmax(change, 0.f);
        if (!(change > 1e-7f * top))
            break;
    }
    if (item == 0)
        records[(size_t)row * RECORD + 26] = winner < 0 || ratio == 0.f ? 0.f : 1.f + t;
}

// ------------------------------------------------------------------------------------------------ maps

// The numbers of a map from raw scores and logits at these columns of a row.
F valuesOf(int map, F scores, F z, I column, global const float* parameter) {
    if (map == mapScores)
        return scores;
    z = select(z, (F)(MASKED), (column < (I)(as_int(parameter[7]))) | (column >= (I)(as_int(parameter[8]))));
    if (map == mapScaled)
        return z;
    const F weight = expNotAbove(z - parameter[0]) * parameter[1];
    F value = weight;
    if (map == mapJacobian)
        value = weight * sqrt(parameter[2] - 2.f * weight);
    else if (map == mapDiagonal)
        value = weight * (1.f - weight);
    const float winners = map == mapWeights ? parameter[3] : map == mapJacobian ? parameter[4] : parameter[5];
    value = select(value, (F)(winners), column == (I)(as_int(parameter[6])));
    return select(value, (F)(0.f), z == (F)(MASKED));
}

// The same at columns [j, j + WIDTH) of a row of the block; columns that the block does not have are masked.
F valuesAt(int map, global const float* scores, global const float* logits, int ld, size_t row, int j,
           global const float* parameters) {
    const size_t base = FRONT + row * ld;
    F raw = (F)(0.f), z = (F)(MASKED);
    if (map == mapScores)
        raw = LOAD(0, scores + base + j);
    else if (j > -WIDTH && j < ld)
        z = LOAD(0, logits + base + j);
    return valuesOf(map, raw, z, j + LANES, parameters + row * PARAMETERS);
}

// Every number of rows [row, ...) and columns [column, column + columns) of the block.
kernel void exact(int map, global const float* scores, global const float* logits, int ld, int row, int column,
                  int columns, global const float* parameters, global float* target) {
    const int j = get_global_id(0) * WIDTH, i = get_global_id(1);
    const F values = valuesAt(map, scores, logits, ld, row + i, column + j, parameters);
    target += (size_t)i * columns + j;
    if (j + WIDTH <= columns) {
        STORE(values, 0, target);
        return;
    }
    float some[WIDTH];
    STORE(values, 0, some);
    for (int lane = 0; lane < columns - j; ++lane)
        target[lane] = some[lane];
}

// A cell's state between blocks. Largest: x, NaN once there was one. Mean: the pair (y, z), and how many in w, with
// what goes beyond 32 bits in x.
void addToCell(int mean, float4 own, global float4* target) {
    const float4 before = *target;
    if (mean) {
        const Pair a = {before.y, before.z}, b = {own.y, own.z};
        const Pair both = plus(a, b);
        const uint number = as_uint(before.w) + as_uint(own.w);
        const uint carry = as_uint(before.x) + (number < as_uint(before.w) ? 1 : 0);
        *target = (float4)(as_float(carry), both.hi, both.lo, as_float(number));
    } else {
        target->x = own.x > before.x || isnan(own.x) ? own.x : before.x;
    }
}

// Rows [row, rowEnd) of the block, of which the first is number `first` of the region, are added to the cells
// [cellRow, ...) x cellColumns. Work-items 0 and 1 share a cell; dimension 2 counts cells.
kernel void cells(int map, global const float* scores, global const float* logits, int ld, int row, int rowEnd,
                  int first, int column, int columns, int poolRows, int poolColumns, int cellRow, int cellColumns,
                  int count, int mean, global const float* parameters, global float4* target, local float4* room) {
    const int cell = get_global_id(2);
    const int x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), height = get_local_size(1);
    const int down = cellRow + cell / cellColumns, across = cell % cellColumns;
    const int rowFrom = cell < count ? max(row, row + down * poolRows - first) : 0;
    const int rowTo = cell < count ? min(rowEnd, row + (down + 1) * poolRows - first) : 0;
    const int left = across * poolColumns, right = min(left + poolColumns, columns);
    F high = (F)(MASKED), sum = (F)(0.f), low = (F)(0.f);
    I taken = (I)(0);
    for (int i = rowFrom + y; i < rowTo; i += height)
        for (int j = left + x * WIDTH; j < right; j += width * WIDTH) {
            F values = valuesAt(map, scores, logits, ld, i, column + j, parameters);
            values = select(values, (F)(MASKED), j + LANES >= (I)(right));
            if (mean) {
                const I counts = values != (F)(MASKED);
                taken -= counts;
                addTo(&sum, &low, select((F)(0.f), values, counts));
            } else {
                high = select(high, values, (values > high) | (values != values));
            }
        }
    float highs[WIDTH];
    int takens[WIDTH];
    STORE(high, 0, highs);
    STORE(taken, 0, takens);
    const Pair folds = folded(sum, low);
    float4 own = (float4)(highs[0], folds.hi, folds.lo, as_float(takens[0]));
    for (int lane = 1; lane < WIDTH; ++lane) {
        own.x = highs[lane] > own.x || isnan(highs[lane]) ? highs[lane] : own.x;
        own.w = as_float(as_int(own.w) + takens[lane]);
    }
#ifndef CPU
    const int items = width * height, item = y * width + x, mine = get_local_id(2) * items;
    room[mine + item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = items / 2; reach > 0; reach /= 2) {
        if (item < reach) {
            const float4 a = room[mine + item], b = room[mine + item + reach];
            const Pair pa = {a.y, a.z}, pb = {b.y, b.z};
            const Pair both = plus(pa, pb);
            room[mine + item] = (float4)(b.x > a.x || isnan(b.x) ? b.x : a.x, both.hi, both.lo,
                                         as_float(as_int(a.w) + as_int(b.w)));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    own = room[mine];
    if (item != 0)
        return;
#endif
    if (cell >= count)
        return;
    addToCell(mean, own, target + (size_t)down * cellColumns + across);
}

// The same on a processor where cells are narrower than a vector: each lane has a cell of its own. The work-item x, y has
// cells [x WIDTH, ...) of row y of cells.
kernel void narrowCells(int map, global const float* scores, global const float* logits, int ld, int row, int rowEnd,
                        int first, int column, int columns, int poolRows, int poolColumns, int cellRow,
                        int cellColumns, int mean, global const float* parameters, global float4* target) {
    const int begin = get_global_id(0) * WIDTH, down = cellRow + get_global_id(1);
    const int rowFrom = max(row, row + down * poolRows - first), rowTo = min(rowEnd, row + (down + 1) * poolRows - first);
    global const float* source = map == mapScores ? scores : logits;
    F high = (F)(MASKED), sum = (F)(0.f), low = (F)(0.f);
    I taken = (I)(0);
    for (int i = rowFrom; i < rowTo; ++i)
        for (int c = 0; c < poolColumns; ++c) {
            const I inRegion = (begin + LANES) * poolColumns + c;
            float some[WIDTH];
            for (int lane = 0; lane < WIDTH; ++lane) {
                const int j = column + (begin + lane) * poolColumns + c;
                some[lane] = source[FRONT + (size_t)i * ld + max(min(j, ld - 1), 0)];
            }
            const F loaded = LOAD(0, some);
            F values = valuesOf(map, loaded, loaded, column + inRegion, parameters + (size_t)i * PARAMETERS);
            const I inside = inRegion < (I)(columns);
            if (mean) {
                const I counts = inside & (values != (F)(MASKED));
                taken -= counts;
                addTo(&sum, &low, select((F)(0.f), values, counts));
            } else {
                high = select(high, values, inside & ((values > high) | (values != values)));
            }
        }
    float highs[WIDTH], sums[WIDTH], lows[WIDTH];
    int takens[WIDTH];
    STORE(high, 0, highs);
    STORE(sum, 0, sums);
    STORE(low, 0, lows);
    STORE(taken, 0, takens);
    for (int lane = 0; lane < min(WIDTH, cellColumns - begin); ++lane)
        addToCell(mean, (float4)(highs[lane], sums[lane], lows[lane], as_float(takens[lane])),
                  target + (size_t)down * cellColumns + begin + lane);
}

kernel void begin(int mean, global float4* target) {
    target[get_global_id(0)] = (float4)(mean ? 0.f : MASKED, 0.f, 0.f, 0.f);
}

// The cells' numbers: a mean of nothing is masked.
kernel void finish(int mean, global const float4* from, global float* target) {
    const size_t cell = get_global_id(0);
    const float4 state = from[cell];
    const float number = (float)as_uint(state.w) + 4294967296.f * (float)as_uint(state.x);
    const float sum = isfinite(state.y) ? state.y + state.z : state.y;
    target[cell] = !mean ? state.x : number > 0.f ? sum / number : MASKED;
}

// ------------------------------------------------------------------------------------------------ output

// The block's weights in panels of 64 rows, [panel][key][64], for a product with the values.
kernel void weightPanels(global const float* logits, int ld, int keys, global const float* parameters,
                         global float* target) {
    const int row = get_global_id(0), j = get_global_id(1) * WIDTH;
    const size_t panel = get_global_id(2), i = panel * PANEL + row;
    const F weights = valuesAt(mapWeights, logits, logits, ld, i, j, parameters);
    float some[WIDTH];
    STORE(weights, 0, some);
    for (int lane = 0; lane < WIDTH; ++lane)
        target[(panel * keys + j + lane) * PANEL + row] = some[lane];
}

// The product saw 0 where a value is not finite: a row that attends to such a key shows it. bad: columns of the block
// with such values, values: those rows of V, [count x dV].
kernel void badValues(global const float* logits, int ld, global const float* parameters, global const float* bias,
                      global const uchar* mask, int flags, global const int* bad, int count,
                      global const float* values, int dV, global float* output, int outputLd) {
    const int c = get_global_id(0), i = get_global_id(1);
    global const float* parameter = parameters + (size_t)i * PARAMETERS;
    float sum = output[FRONT + (size_t)i * outputLd + c];
    for (int b = 0; b < count; ++b) {
        const int j = bad[b];
        const float value = values[(size_t)b * dV + c];
        if (isfinite(value) || j < as_int(parameter[7]) || j >= as_int(parameter[8]) ||
            ((flags & biased) && bias[(size_t)i * ld + j] == MASKED) || ((flags & densely) && !mask[(size_t)i * ld + j]))
            continue;
        sum += valuesAt(mapWeights, logits, logits, ld, i, j, parameters).s0 * value;
    }
    output[FRONT + (size_t)i * outputLd + c] = sum;
}
