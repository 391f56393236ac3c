// What this machine can do, and what share of it the engine uses: measured in one run, so that the ratios hold.
#pragma once

#include "core/engine/evaluate.h"

#include <span>
#include <string>
#include <vector>

namespace softscope {

/// What this build of core was compiled for: "x86-64-v4", "x86-64-v3", … "aarch64", "generic".
std::string isaName();

struct Machine {
    double peakGflops = 0; ///< float32 multiply-adds (two operations each) in registers, all threads
    double copyGbPerS = 0; ///< bytes read and written by a copy larger than the caches, all threads, 1e9 a second
    int threads = 0;
    std::string isa; ///< isaName()
};

/// Takes about a quarter of a second. `threads` as in Compute.
Machine measureMachine(int threads = 0);

struct BenchCase {
    Index n = 0, dK = 0;
    std::string kind;       ///< "product": Q Kᵀ in blocks, kept nowhere; "pooled": a complete pass, three maps
                            ///< pooled to 512 × 512 and row statistics without λmax; "stored": three full maps
    std::string backend;    ///< "cpu"
    double ms = 0;          ///< median of five runs or more, after one that is not counted
    double gflops = 0;      ///< 2 n² d_k / ms, the operations of the product alone, for every kind
    double shareOfPeak = 0; ///< gflops / peakGflops
    double gbPerS = 0;      ///< bytes of the maps made, 1e9 a second; 0 for the product
    double timesLimit =
        0; ///< ms beside what the limits allow: the product at peak, then the maps written at copyGbPerS
};

/// Where the pooled pass's time goes; medians as in BenchCase.
struct BenchStages {
    Index n = 0;
    double packMs = 0;    ///< keys put in the product's order
    double productMs = 0; ///< Q Kᵀ over them
    double rowsMs = 0;    ///< the rest of the pass: softmax, Jacobian, statistics, pooling
};

struct Bench {
    std::vector<BenchCase> cases;
    std::vector<BenchStages> stages; ///< one for each n
};

/// The three kinds for each n, on Gaussian heads with d_v = d_k. Throws Cancelled, Error (no memory for `stored`).
Bench benchCases(std::span<const Index> sizes, Index dK, const Machine& machine, const Compute& compute = {});

} // namespace softscope
