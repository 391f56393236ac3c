// Working memory of one block, kept and lent again instead of allocated for each block.
#pragma once

#include "core/engine/reduced_rows.h"

#include <memory>
#include <mutex>
#include <vector>

namespace softscope {

/// Moments of a block's raw scores over the keys that some bands of masks let through, for all passes with those bands.
struct SharedMoments {
    const std::vector<Mask>* masks = nullptr;
    Moments scores;
};

struct Scratch {
    MatrixF scores;           ///< [block rows × columns in use], packed
    MatrixF weights;          ///< the same shape, where the output is asked for
    MatrixD dP;               ///< the same shape, of the backward pass: ∂L/∂(weights)
    VectorF room;             ///< packed query rows
    VectorF z, e;             ///< [n_k]
    VectorF values;           ///< one row of a map
    VectorF pooledZ, pooledE; ///< maxima of groups of keys, the winner left out, and their e
    SharedMoments moments;
    ReducedRows reduced;
};

class ScratchPool {
public:
    class Loan {
    public:
        explicit Loan(ScratchPool& pool) : m_pool(pool), m_scratch(pool.take()) {}
        ~Loan() { m_pool.give(std::move(m_scratch)); }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        Scratch& operator*() const { return *m_scratch; }

    private:
        ScratchPool& m_pool;
        std::unique_ptr<Scratch> m_scratch;
    };

private:
    std::unique_ptr<Scratch> take() {
        const std::lock_guard lock(m_mutex);
        if (m_free.empty())
            return std::make_unique<Scratch>();
        std::unique_ptr<Scratch> scratch = std::move(m_free.back());
        m_free.pop_back();
        return scratch;
    }
    void give(std::unique_ptr<Scratch> scratch) {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(scratch));
    }

    std::mutex m_mutex;
    std::vector<std::unique_ptr<Scratch>> m_free;
};

} // namespace softscope
