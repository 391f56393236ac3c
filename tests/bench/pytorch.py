#!/usr/bin/env python3
"""Softscope's passes beside PyTorch's, on this machine, in one run: milliseconds and ratios.

    tests/bench/pytorch.py SOFTSCOPE [--n 512,2048,4096] [--d-k 64]

three maps     eager, compiled   Q Kᵀ · scale, its softmax and the Jacobian's magnitude, each kept: beside `stored`
fused attention                  scaled_dot_product_attention: no map at all, only the output: beside `pooled`, which
                                 has three pooled maps and the statistics of every row
A ratio above 1 means that Softscope takes less time. Needs PyTorch; without it, it says so and measures nothing.
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
import time

try:
    import torch
except ImportError:
    sys.exit("PyTorch is not installed: pip install torch, then run this again.")


def median_ms(work):
    """At least five runs, up to 25 while they take less than half a second together, after one that is not counted."""
    work()
    times = []
    while len(times) < 5 or (len(times) < 25 and sum(times) < 500):
        start = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def three_maps(q, k, scale):
    """[n × n] each: the logits, s = softmax, and ‖J column j‖ = s_j √((1 − s_j)² + Σ s² − s_j²)."""
    logits = q @ k.T * scale
    s = torch.softmax(logits, dim=-1)
    squares = (s * s).sum(dim=-1, keepdim=True)
    return logits, s, s * torch.sqrt((1 - s) ** 2 + squares - s * s)


def compiled_or_none():
    try:
        work = torch.compile(three_maps)
        work(torch.ones(8, 4), torch.ones(8, 4), 1.0)
        return work
    except Exception:  # no compiler that torch.compile could use
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("softscope")
    parser.add_argument("--n", default="512,2048,4096")
    parser.add_argument("--d-k", type=int, default=64)
    arguments = parser.parse_args()
    answer = subprocess.run([arguments.softscope, "bench", "--n", arguments.n, "--d-k", str(arguments.d_k), "--json"],
                            check=True, stdout=subprocess.PIPE)
    bench = json.loads(answer.stdout)
    ours = {(case["n"], case["kind"]): case["ms"] for case in bench["cases"] if case["backend"] == "cpu"}
    machine = bench["machine"]
    print(f"{machine['peak_gflops']:.0f} GFLOP/s, copies {machine['copy_gb_per_s']:.1f} GB/s, {machine['threads']} threads, "
          f"{machine['isa']}; PyTorch {torch.__version__}, {torch.get_num_threads()} threads\n")
    print(f"{'n':>8} {'stored ms':>10} {'eager':>10} {'ratio':>6} {'compiled':>10} {'ratio':>6}   "
          f"{'pooled ms':>10} {'fused':>10} {'ratio':>6}")
    compiled = compiled_or_none()
    for n in sorted({key[0] for key in ours}):
        q, k, v = (torch.randn(n, arguments.d_k) for _ in range(3))
        scale = 1 / math.sqrt(arguments.d_k)
        stored, pooled = ours[n, "stored"], ours[n, "pooled"]
        with torch.no_grad():
            eager = median_ms(lambda: three_maps(q, k, scale))
            quick = median_ms(lambda: compiled(q, k, scale)) if compiled else None
            fused = median_ms(lambda: torch.nn.functional.scaled_dot_product_attention(q[None, None], k[None, None], v[None, None]))
        middle = f"{quick:10.2f} {quick / stored:6.2f}" if quick else f"{'none':>10} {'':>6}"
        print(f"{n:8d} {stored:10.2f} {eager:10.2f} {eager / stored:6.2f} {middle}   "
              f"{pooled:10.2f} {fused:10.2f} {fused / pooled:6.2f}")


if __name__ == "__main__":
    main()
