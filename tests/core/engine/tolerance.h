// What float32 results may differ from the double reference by.
#pragma once

#include "tests/catch.h"
#include "tests/support/reference.h"

#include <cmath>
#include <string>

namespace softscope {

/// How far rounding of float32 logits moves a weight, relative, for each row: a dot product of terms of size Σ|q_c k_c|
/// is off by a few ulps of that (shared/data/README), a bias by one of itself.
inline VectorD logitSlack(const Head& head, const LogitOptions& options) {
    const MatrixD q = head.q.cast<double>().cwiseAbs(), k = head.k.cast<double>().cwiseAbs();
    const double epsilon = 4 * std::ldexp(1.0, -24) * std::abs(rowScale(options, head.nK()));
    VectorD slack(head.nQ());
    for (Index i = 0; i < head.nQ(); ++i)
        slack[i] = options.qkNorm ? 4 * epsilon : 2 * epsilon * (k * q.row(i).transpose()).maxCoeff();
    if (head.bias)
        slack.array() += 1e-6;
    return slack;
}

/// Checks got within (relative + slack of the row) · |want| + floor, NaN where want is NaN and the same infinities.
template <typename Got, typename Want>
void checkClose(const std::string& what, const Got& got, const Want& want, double relative, const VectorD& slack,
                double floor = 1e-37) {
    INFO(what);
    REQUIRE(got.rows() == want.rows());
    REQUIRE(got.cols() == want.cols());
    double worst = 0;
    Index row = 0, column = 0;
    for (Index i = 0; i < got.rows(); ++i)
        for (Index j = 0; j < got.cols(); ++j) {
            const double a = static_cast<double>(got(i, j)), b = static_cast<double>(want(i, j));
            double error = std::abs(a - b) / ((relative + slack[i]) * std::abs(b) + floor);
            if (!std::isfinite(b))
                error = a == b || (std::isnan(a) && std::isnan(b)) ? 0 : 1e300;
            else if (!std::isfinite(a))
                error = 1e300;
            if (error > worst) {
                worst = error;
                row = i;
                column = j;
            }
        }
    INFO("at " << row << ", " << column << ": got " << got(row, column) << ", want " << want(row, column));
    CHECK(worst <= 1);
}

} // namespace softscope
