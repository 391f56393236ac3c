#include "tests/support/reference.h"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>

namespace softscope::reference {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool passes(const Mask& mask, Index i, Index j, Index nQ, Index nK) {
    switch (mask.kind) {
    case MaskKind::causal:
        return j <= i;
    case MaskKind::causalEnd:
        return j - i <= nK - nQ;
    case MaskKind::window:
        return i - j <= mask.left && j - i <= mask.right;
    }
    return false;
}

MatrixB allowedOf(const Head& head, const LogitOptions& options, Index nQ, Index nK) {
    MatrixB allowed(nQ, nK);
    for (Index i = 0; i < nQ; ++i)
        for (Index j = 0; j < nK; ++j) {
            bool ok = true;
            for (const Mask& mask : options.masks)
                ok = ok && passes(mask, i, j, nQ, nK);
            if (head.mask)
                ok = ok && (*head.mask)(i, j);
            if (head.bias)
                ok = ok && static_cast<double>((*head.bias)(i, j)) != -infinity;
            allowed(i, j) = ok;
        }
    return allowed;
}

MatrixD unitRows(const MatrixD& matrix) {
    MatrixD result = matrix;
    for (Index i = 0; i < matrix.rows(); ++i) {
        const double norm = std::sqrt(matrix.row(i).squaredNorm());
        for (Index c = 0; norm != 0 && c < matrix.cols(); ++c)
            result(i, c) = matrix(i, c) / norm;
    }
    return result;
}

/// The sum over all keys but one.
double without(const VectorD& s, Index j, int power) {
    double sum = 0;
    for (Index k = 0; k < s.size(); ++k)
        sum += k == j ? 0 : std::pow(s[k], power);
    return sum;
}

double spectralOf(const VectorD& s, double sink) {
    const MatrixD jacobian = jacobianOf(s, sink);
    const double size = jacobian.cwiseAbs().maxCoeff();
    if (!(size > 0))
        return 0;
    const Eigen::SelfAdjointEigenSolver<MatrixD> solver(jacobian / size, Eigen::EigenvaluesOnly);
    return solver.eigenvalues().maxCoeff() * size;
}

/// The sink, whose weight may be 0, is one more outcome of the entropy and the largest weight.
void statistics(const VectorD& s, double sink, Index i, Result& result) {
    VectorD all(s.size() + 1);
    all << s, sink;
    Index winner = 0;
    all.maxCoeff(&winner);
    double entropy = 0, frobenius = 0;
    for (Index j = 0; j < all.size(); ++j) {
        const double logarithm = j == winner ? std::log1p(-without(all, j, 1)) : std::log(all[j]);
        entropy -= all[j] > 0 ? all[j] * logarithm : 0;
    }
    for (Index j = 0; j < s.size(); ++j)
        frobenius += result.jacobian(i, j) * result.jacobian(i, j);
    result.entropy[i] = entropy;
    result.maxWeight[i] = all[winner];
    result.participation[i] = s.squaredNorm();
    result.frobenius[i] = std::sqrt(frobenius);
    result.spectral[i] = spectralOf(s, sink);
}

void forwardRow(Index i, Result& result, const MatrixD& v, const std::optional<double>& sink) {
    double high = -infinity;
    for (Index j = 0; j < v.rows(); ++j)
        if (result.allowed(i, j))
            high = std::max(high, result.logits(i, j));
    if (high == -infinity)
        return;
    high = std::max(high, sink.value_or(high));
    double total = sink ? std::exp(*sink - high) : 0;
    const double own = total;
    for (Index j = 0; j < v.rows(); ++j)
        total += result.allowed(i, j) ? std::exp(result.logits(i, j) - high) : 0;
    VectorD s = VectorD::Zero(v.rows());
    for (Index j = 0; j < v.rows(); ++j)
        s[j] = result.allowed(i, j) ? std::exp(result.logits(i, j) - high) / total : 0;
    result.sink[i] = own / total;
    for (Index j = 0; j < v.rows(); ++j) {
        const double rest = without(s, j, 1) + result.sink[i];
        result.weights(i, j) = s[j];
        result.jacobianDiagonal(i, j) = s[j] * rest;
        result.jacobian(i, j) = s[j] * std::sqrt(rest * rest + without(s, j, 2));
        for (Index c = 0; s[j] > 0 && c < v.cols(); ++c)
            result.output(i, c) += s[j] * v(j, c);
    }
    statistics(s, result.sink[i], i, result);
}

MatrixD throughUnit(const MatrixD& vectors, const MatrixD& unit, const MatrixD& gradient) {
    MatrixD result = MatrixD::Zero(vectors.rows(), vectors.cols());
    for (Index i = 0; i < vectors.rows(); ++i) {
        const double norm = vectors.row(i).norm();
        if (norm > 0)
            result.row(i) = (gradient.row(i) - gradient.row(i).dot(unit.row(i)) * unit.row(i)) / norm;
    }
    return result;
}

} // namespace

MatrixD jacobianOf(const VectorD& s, double sink) {
    MatrixD jacobian(s.size(), s.size());
    for (Index j = 0; j < s.size(); ++j)
        for (Index k = 0; k < s.size(); ++k)
            jacobian(j, k) = j == k ? s[j] * (without(s, j, 1) + sink) : -s[j] * s[k];
    return jacobian;
}

Result evaluate(const MatrixD& q, const MatrixD& k, const MatrixD& v, const Head& shape, const LogitOptions& options,
                const MatrixF* upstream) {
    const Index nQ = q.rows(), nK = k.rows();
    const MatrixD uq = options.qkNorm ? unitRows(q) : q, uk = options.qkNorm ? unitRows(k) : k;
    Result r;
    r.allowed = allowedOf(shape, options, nQ, nK);
    r.scores = uq * uk.transpose();
    r.logits = MatrixD::Constant(nQ, nK, -infinity);
    r.weights = r.jacobian = r.jacobianDiagonal = MatrixD::Zero(nQ, nK);
    r.output = MatrixD::Zero(nQ, v.cols());
    r.entropy = r.maxWeight = r.participation = r.frobenius = r.spectral = VectorD::Constant(nQ, none);
    r.sink = VectorD::Zero(nQ);
    MatrixD dS = MatrixD::Zero(nQ, nK), size = dS, sizeV = MatrixD::Zero(nK, v.cols()),
            dV = MatrixD::Zero(nK, v.cols());
    for (Index i = 0; i < nQ; ++i) {
        const auto keys = static_cast<double>(r.allowed.row(i).count());
        const double scale = options.logLength ? options.scale * std::log(std::max(keys, 1.0)) : options.scale;
        for (Index j = 0; j < nK; ++j) {
            double z = scale * r.scores(i, j);
            if (options.softcap)
                z = *options.softcap * std::tanh(z / *options.softcap);
            if (shape.bias)
                z += static_cast<double>((*shape.bias)(i, j));
            if (r.allowed(i, j))
                r.logits(i, j) = z;
        }
        forwardRow(i, r, v, options.sink);
        const auto g = [&](Index c) { return upstream ? static_cast<double>((*upstream)(i, c)) : 1.0; };
        VectorD dP = VectorD::Zero(nK);
        for (Index c = 0; c < v.cols(); ++c) {
            r.loss += g(c) * r.output(i, c);
            for (Index j = 0; j < nK; ++j) {
                dP[j] += g(c) * v(j, c);
                dV(j, c) += r.weights(i, j) * g(c);
                sizeV(j, c) += r.weights(i, j) * std::abs(g(c));
            }
        }
        for (Index j = 0; j < nK; ++j) {
            for (Index m = 0; m < nK; ++m) {
                const double part = r.weights(i, j) * r.weights(i, m) * (dP[j] - dP[m]);
                dS(i, j) += part;
                size(i, j) += std::abs(part);
            }
            dS(i, j) += r.weights(i, j) * r.sink[i] * dP[j];
            size(i, j) += r.weights(i, j) * r.sink[i] * std::abs(dP[j]);
            const double tanh = options.softcap ? std::tanh(scale * r.scores(i, j) / *options.softcap) : 0;
            dS(i, j) *= scale * (1 - tanh * tanh);
            size(i, j) *= std::abs(scale) * (1 - tanh * tanh);
        }
    }
    r.gradScores = dS;
    r.gradQ = dS * uk;
    r.gradK = dS.transpose() * uq;
    r.gradV = dV;
    const auto largest = [&](const MatrixD& sums, const MatrixD& vectors) {
        double most = 0;
        for (Index i = 0; i < sums.rows(); ++i) {
            const double norm = options.qkNorm && vectors.row(i).norm() > 0 ? vectors.row(i).norm() : 1;
            most = std::max(most, sums.row(i).maxCoeff() / norm);
        }
        return most;
    };
    r.sizeQ = largest(size * uk.cwiseAbs(), q);
    r.sizeK = largest(size.transpose() * uq.cwiseAbs(), k);
    r.sizeV = sizeV.maxCoeff();
    if (options.qkNorm) {
        r.gradQ = throughUnit(q, uq, r.gradQ);
        r.gradK = throughUnit(k, uk, r.gradK);
    }
    return r;
}

Result evaluate(const Head& head, const LogitOptions& options, const MatrixF* upstream) {
    Result r = evaluate(head.q.cast<double>(), head.k.cast<double>(), head.v.cast<double>(), head, options, upstream);
    if (head.projection) {
        const MatrixD x = head.projection->x.cast<double>().transpose();
        r.gradWQ = x * r.gradQ;
        r.gradWK = x * r.gradK;
        r.gradWV = x * r.gradV;
    }
    return r;
}

} // namespace softscope::reference
