#include "core/analysis/dk_keys.h"
#include "core/base/parallel.h"
#include "core/engine/logit_row.h"

#include <cmath>

namespace softscope {

namespace {

/// Of one chunk at one size, for rows of the scaled or the unscaled softmax. With D_j = dP_j − dP_win and c_j the
/// softcap's slope: ∂L/∂(q·k)_j = scale c_j P_j (D_j − Σ P D), and the winner's D is 0, so that nothing is lost in a
/// one-hot row (numerics.md). A sink's dP is 0, so its D is −dP_win.
struct Parts {
    MatrixF withDifference; ///< Σ_j P_j c_j D_j k_j [rows × d_k]
    MatrixF plain;          ///< Σ_j P_j c_j k_j [rows × d_k]
    VectorD mean;           ///< Σ_j P_j D_j [rows]
};

/// dP of every key at every size: with G of ones it is the sum of its value, the same for every query.
MatrixD valueSums(const DkKeys& keys, Index begin, Index count) {
    const MatrixF v = keys.v(begin, count);
    MatrixD sums(count, Index(keys.lastSize - keys.firstSize));
    for (std::size_t size = keys.firstSize; size < keys.lastSize; ++size)
        sums.col(Index(size - keys.firstSize)) =
            v.leftCols(std::min(keys.valuesAt(size), v.cols())).cast<double>().rowwise().sum();
    return sums;
}

class Gradients {
public:
    Gradients(const DkPlan& plan, const DkKeys& keys, const DkSums& sums) : m_plan(plan), m_keys(keys), m_sums(sums) {
        for (std::size_t size = keys.firstSize; size < keys.lastSize; ++size) {
            for (const std::size_t unscaled : {0, 1}) {
                VectorD winners(std::ssize(plan.rows));
                for (std::size_t r = 0; r < plan.rows.size(); ++r) {
                    const Index winner = sums[plan.placeOf(size, unscaled, r)].winner;
                    winners[Index(r)] = winner < 0 ? 0 : valueSums(keys, winner, 1)(0, Index(size - keys.firstSize));
                }
                m_winning.push_back(std::move(winners));
            }
        }
    }

    std::vector<Parts> none() const {
        std::vector<Parts> all;
        for (std::size_t size = m_keys.firstSize; size < m_keys.lastSize; ++size) {
            const MatrixF zero = MatrixF::Zero(std::ssize(m_plan.rows), dkSizes[size]);
            all.insert(all.end(), 2, {zero, zero, VectorD::Zero(std::ssize(m_plan.rows))});
        }
        return all;
    }

    void addBlock(Index begin, Index count, std::vector<Parts>& parts) const {
        const MatrixF k = m_keys.k(begin, count);
        const MatrixD values = valueSums(m_keys, begin, count);
        for (std::size_t size = m_keys.firstSize; size < m_keys.lastSize; ++size) {
            const auto part = k.leftCols(dkSizes[size]);
            const MatrixF scores = dkScores(m_plan, m_keys.q.leftCols(dkSizes[size]), part);
            MatrixF unit;
            if (m_plan.options.front().qkNorm)
                unit = part.rowwise().normalized();
            const Eigen::Ref<const MatrixF> used =
                unit.size() > 0 ? Eigen::Ref<const MatrixF>(unit) : Eigen::Ref<const MatrixF>(part);
            for (const std::size_t unscaled : {0, 1}) {
                const std::size_t at = 2 * (size - m_keys.firstSize) + unscaled;
                MatrixF plain = MatrixF::Zero(scores.rows(), count), withDifference = plain;
                weigh(size, unscaled, begin, scores, values, {plain, withDifference}, parts[at].mean);
                parts[at].plain.noalias() += plain * used;
                parts[at].withDifference.noalias() += withDifference * used;
            }
        }
    }

    /// ‖∂L/∂q_i‖ from the sums over all keys.
    double norm(std::size_t size, std::size_t unscaled, Index row, const Parts& parts) const {
        const LogitOptions& options = m_plan.options[2 * size + unscaled];
        const KeyRange range = allowedKeys(options.masks, m_plan.rows[std::size_t(row)], m_plan.tokens, m_plan.tokens);
        const double winning = m_winning[2 * (size - m_keys.firstSize) + unscaled][row];
        const double mean =
            parts.mean[row] - m_sums[m_plan.placeOf(size, unscaled, std::size_t(row))].sums.sink() * winning;
        const double scale = rowScale(options, range.end - range.begin);
        VectorD gradient =
            scale *
            (parts.withDifference.row(row).cast<double>() - mean * parts.plain.row(row).cast<double>()).transpose();
        if (!options.qkNorm)
            return gradient.norm();
        const VectorD q = m_keys.q.row(row).head(dkSizes[size]).cast<double>().transpose();
        const double length = q.norm();
        if (length == 0)
            return 0;
        gradient -= gradient.dot(q) / (length * length) * q; // a unit vector's length does not matter
        return gradient.norm() / length;
    }

private:
    struct Weighed {
        MatrixF& plain;
        MatrixF& withDifference;
    };

    /// The weights of the block's keys [rows × count] that the sums are made with.
    void weigh(std::size_t size, std::size_t unscaled, Index begin, const MatrixF& scores, const MatrixD& values,
               const Weighed& weighed, VectorD& mean) const {
        const LogitOptions& options = m_plan.options[2 * size + unscaled];
        const VectorD& winning = m_winning[2 * (size - m_keys.firstSize) + unscaled];
        for (std::size_t r = 0; r < m_plan.rows.size(); ++r) {
            const KeyRange range = allowedKeys(options.masks, m_plan.rows[r], m_plan.tokens, m_plan.tokens);
            const Index first = std::max(range.begin, begin), last = std::min(range.end, begin + scores.cols());
            const DkRow& row = m_sums[m_plan.placeOf(size, unscaled, r)];
            if (first >= last)
                continue;
            const float* const some = scores.row(Index(r)).data() + (first - begin);
            const double scale = rowScale(options, range.end - range.begin);
            VectorF logits = Eigen::Map<const VectorF>(some, last - first) * float(scale);
            VectorF slopes = VectorF::Ones(last - first);
            if (options.softcap) {
                softcapRow(logits.data(), logits.size(), float(*options.softcap));
                softcapSlope(some, slopes.size(), scale, *options.softcap, slopes.data());
            }
            for (Index j = first; j < last; ++j) {
                const double slope = double(slopes[j - first]);
                const double p = std::exp(double(logits[j - first]) - row.sums.largest()) / row.sums.sum();
                const double d = values(j - begin, Index(size - m_keys.firstSize)) - winning[Index(r)];
                mean[Index(r)] += p * d;
                weighed.plain(Index(r), j - begin) = float(p * slope);
                weighed.withDifference(Index(r), j - begin) = float(p * slope * d);
            }
        }
    }

    const DkPlan& m_plan;
    const DkKeys& m_keys;
    const DkSums& m_sums;
    std::vector<VectorD> m_winning; ///< dP of each row's winner, for each size scaled, then unscaled
};

} // namespace

void dkGradients(const DkPlan& plan, const DkKeys& keys, const DkSums& sums, std::vector<double>& norms) {
    constexpr Index mostChunks = 8; // each has its sums of vectors: 4 MB for 64 rows
    const Gradients gradients(plan, keys, sums);
    const DkChunks chunks(plan.tokens, mostChunks);
    std::vector<std::vector<Parts>> found(static_cast<std::size_t>(chunks.count));
    parallelFor(chunks.count, 0, plan.stop, [&](Index chunk) {
        std::vector<Parts> parts = gradients.none();
        chunks.forEachBlock(chunk, plan.stop,
                            [&](Index begin, Index count) { gradients.addBlock(begin, count, parts); });
        found[std::size_t(chunk)] = std::move(parts);
    });
    std::vector<Parts>& all = found.front();
    for (std::size_t chunk = 1; chunk < found.size(); ++chunk) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].withDifference += found[chunk][i].withDifference;
            all[i].plain += found[chunk][i].plain;
            all[i].mean += found[chunk][i].mean;
        }
    }
    for (std::size_t size = keys.firstSize; size < keys.lastSize; ++size) {
        for (const std::size_t unscaled : {0, 1}) {
            for (std::size_t r = 0; r < plan.rows.size(); ++r)
                norms[plan.placeOf(size, unscaled, r)] =
                    gradients.norm(size, unscaled, Index(r), all[2 * (size - keys.firstSize) + unscaled]);
        }
    }
}

} // namespace softscope
