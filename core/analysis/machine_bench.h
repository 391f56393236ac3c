// What this machine can do, and what share of it the engine uses: measured in one run, so that the ratios hold.
#pragma once

#include "core/engine/evaluate.h"

#include <span>
#include <string>
#include <vector>

namespace softscope {

struct Machine {
    double peakGflops = 0; ///< float32 multiply-adds (two operations each) in registers, all threads
    double copyGbPerS = 0; ///< bytes read and written by a copy larger than the caches, all threads, 1e9 a second
    int threads = 0;
    std::string isa; ///< what this build was compiled for: "x86-64-v4", "x86-64-v3", …
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
};

/// The three kinds for each n, on Gaussian heads with d_v = d_k. Throws Cancelled, Error (no memory for `stored`).
std::vector<BenchCase> benchCases(std::span<const Index> sizes, Index dK, const Machine& machine,
                                  const Compute& compute = {});

} // namespace softscope
