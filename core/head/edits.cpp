#include "core/head/edits.h"

#include "core/head/random.h"

#include <cmath>
#include <numbers>
#include <set>

namespace softscope {
namespace {

MatrixF& matrixOf(Head& head, Role role) {
    return role == Role::q ? head.q : role == Role::k ? head.k : head.v;
}

void setNorm(Eigen::Ref<MatrixF> vectors, Index token, double amount) {
    const VectorD a = vectors.row(token).cast<double>().transpose();
    const double norm = a.norm();
    if (norm > 0 && std::isfinite(norm))
        vectors.row(token) = (a * (amount / norm)).transpose().cast<float>();
}

/// Turns a by an angle in the plane of a and b: ‖a‖ (cos θ u + sin θ w), u along a and w along the part of b that is
/// perpendicular to a.
void turn(Eigen::Ref<MatrixF> vectors, Index token, Index towards, double degrees) {
    const VectorD a = vectors.row(token).cast<double>().transpose(),
                  b = vectors.row(towards).cast<double>().transpose();
    const double norm = a.norm(), other = b.norm();
    if (!(norm > 0) || !(other > 0) || !std::isfinite(norm) || !std::isfinite(other))
        return;
    const VectorD u = a / norm;
    VectorD w = b / other;
    w -= w.dot(u) * u;
    w -= w.dot(u) * u; // once more: what rounding left along u
    const double rest = w.norm();
    if (rest < 1e-7) // on one line as far as float32 can tell: no plane
        return;
    const double angle = degrees * std::numbers::pi / 180;
    vectors.row(token) = (norm * (std::cos(angle) * u + std::sin(angle) / rest * w)).transpose().cast<float>();
}

void addNoise(Eigen::Ref<MatrixF> vectors, const Edit& edit) {
    MatrixF noise(1, vectors.cols());
    const auto row = static_cast<Index>(edit.role) << 32 | edit.token; // a row of its own for each role and token
    fillGaussianBlock(noise, edit.seed, Stream::noise, edit.amount, row, 0);
    vectors.row(edit.token) += noise.row(0);
}

void apply(Eigen::Ref<MatrixF> vectors, const Edit& edit) {
    if (edit.token >= vectors.rows())
        return;
    switch (edit.kind) {
    case EditKind::component:
        if (edit.component < vectors.cols())
            vectors(edit.token, edit.component) = static_cast<float>(edit.amount);
        return;
    case EditKind::norm:
        return setNorm(vectors, edit.token, edit.amount);
    case EditKind::turn:
        if (edit.towards < vectors.rows())
            turn(vectors, edit.token, edit.towards, edit.amount);
        return;
    case EditKind::noise:
        return addNoise(vectors, edit);
    }
}

/// One row of x · w, summed in double: the same whatever rows stand beside it.
void projectRow(const MatrixF& x, const MatrixF& w, Index row, MatrixF& target) {
    VectorD sum = VectorD::Zero(w.cols());
    for (Index i = 0; i < w.rows(); ++i)
        sum += static_cast<double>(x(row, i)) * w.row(i).cast<double>().transpose();
    target.row(row) = sum.transpose().cast<float>();
}

} // namespace

void applyEdits(Head& head, const std::vector<Edit>& edits) {
    if (head.projection) {
        std::set<Index> changed;
        Projection& projection = *head.projection;
        for (const Edit& edit : edits) {
            if (edit.role != Role::x || edit.token >= projection.x.rows())
                continue;
            apply(projection.x, edit);
            changed.insert(edit.token);
        }
        for (const Index row : changed) {
            projectRow(projection.x, projection.wQ, row, head.q);
            projectRow(projection.x, projection.wK, row, head.k);
            projectRow(projection.x, projection.wV, row, head.v);
        }
    }
    for (const Edit& edit : edits) {
        if (edit.role != Role::x)
            apply(matrixOf(head, edit.role), edit);
    }
}

} // namespace softscope
