// What the softmax of a row of independent Gaussian logits is on average, for any number of keys.
#pragma once

#include <vector>

namespace softscope {

/// n independent logits z ~ N(0, σ²), the random energy model (Derrida 1981) at finite n. With S = Σ exp(z) and
/// φ(t) = E exp(−t eᶻ), 1/S² = ∫ t exp(−t S) dt and ln S = ∫ (exp(−t) − exp(−t S)) dt/t turn the means over n logits
/// into integrals over one:
///     E Σ p²  = n ∫ t φ″(t) φ(t)ⁿ⁻¹ dt
///     E ln S  = ∫ (exp(−t) − φ(t)ⁿ) dt/t
///     E Σ p z = σ² (1 − E Σ p²)                  (Gaussian integration by parts)
///     E H     = E ln S − E Σ p z.
/// The integrals are taken over ln t by the trapezoidal rule, whose error is below 1e-8 at the step used.
class RandomEnergy {
public:
    /// σ ≥ 0.
    explicit RandomEnergy(double deviation);

    double participation(double n) const; ///< E Σ p², n ≥ 1
    double entropy(double n) const;       ///< E H in nats, n ≥ 1

private:
    double m_variance;
    double m_step = 0;             ///< of ln t; 0: σ is so small that a series does
    double m_first = 0;            ///< the first −ln t
    std::vector<double> m_logPhi;  ///< ln φ
    std::vector<double> m_curving; ///< t² φ″
};

/// A row of a head with Gaussian components: given q its logits are independent N(0, ‖q‖² σ_k² scale²), and ‖q‖² / σ_q²
/// has a χ² distribution with d_k degrees of freedom, over which the means are taken.
class GaussianRows {
public:
    /// `variance` of a logit over all queries: d_k σ_q² σ_k² scale².
    GaussianRows(double dK, double variance);

    double participation(double n) const;
    double entropy(double n) const;

private:
    struct Part {
        double weight;
        RandomEnergy row;
    };
    std::vector<Part> m_parts;
};

} // namespace softscope
