#include "core/training/depth_stack.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace softscope {

namespace {

constexpr double normEpsilon = 1e-5; ///< of layer normalisation, added to the variance

void checkStop(const std::stop_token& stop) {
    if (stop.stop_requested())
        throw Cancelled();
}

/// Rows with mean 0 and variance 1; `deviations` gets what they were divided by.
MatrixD normalised(const MatrixD& x, VectorD& deviations) {
    MatrixD result = x.colwise() - x.rowwise().mean();
    deviations = ((result.rowwise().squaredNorm() / static_cast<double>(x.cols())).array() + normEpsilon).sqrt();
    result = deviations.cwiseInverse().asDiagonal() * result;
    return result;
}

/// y = (x − mean) / σ: ∂L/∂x = (g − mean g − y mean (g ∘ y)) / σ (Ba, Kiros, Hinton 2016).
MatrixD throughNormalisation(const MatrixD& y, const VectorD& deviations, const MatrixD& gradient) {
    const VectorD shared = gradient.cwiseProduct(y).rowwise().mean();
    MatrixD result = gradient.colwise() - gradient.rowwise().mean();
    result -= shared.asDiagonal() * y;
    return deviations.cwiseInverse().asDiagonal() * result;
}

double spreadOf(const MatrixD& x) {
    const double size = x.norm();
    return size > 0 ? (x.rowwise() - x.colwise().mean()).norm() / size : 0;
}

/// Divides the rows by their lengths, which it returns; a zero row stays.
VectorD makeUnit(MatrixD& x) {
    VectorD norms = x.rowwise().norm();
    for (Index i = 0; i < x.rows(); ++i)
        if (norms[i] > 0)
            x.row(i) /= norms[i];
    return norms;
}

/// u = x / ‖x‖: ∂L/∂x = (dU − (dU·u) u) / ‖x‖.
void throughUnit(const MatrixD& unit, const VectorD& norms, MatrixD& gradient) {
    for (Index i = 0; i < unit.rows(); ++i) {
        const Eigen::RowVectorXd d = gradient.row(i);
        gradient.row(i).setZero();
        if (norms[i] > 0)
            gradient.row(i) = (d - d.dot(unit.row(i)) * unit.row(i)) / norms[i];
    }
}

} // namespace

MatrixD DepthStack::forward(MatrixD x, const std::stop_token& stop) {
    m_run.clear();
    for (const LayerWeights& weights : m_layers) {
        checkStop(stop);
        Layer layer;
        layer.spread = spreadOf(x);
        layer.input = m_layerNorm ? normalised(x, layer.deviations) : x;
        layer.q = layer.input * weights.wQ;
        layer.k = layer.input * weights.wK;
        layer.v = layer.input * weights.wV;
        attend(layer);
        const MatrixD output = layer.weights * layer.v;
        x = m_residual ? MatrixD(x + output) : output;
        m_run.push_back(std::move(layer));
    }
    return x;
}

// In double: where tokens become alike, what is left of their differences is below a float's digits.
void DepthStack::attend(Layer& layer) const {
    const Index n = layer.q.rows();
    if (m_options.qkNorm) {
        layer.normQ = makeUnit(layer.q);
        layer.normK = makeUnit(layer.k);
    }
    layer.scores = layer.q * layer.k.transpose();
    layer.weights = MatrixD::Zero(n, n);
    layer.sinks = VectorD::Zero(n);
    for (Index i = 0; i < n; ++i) {
        const KeyRange range = allowedKeys(m_options.masks, i, n, n);
        const Index keys = range.end - range.begin;
        if (keys == 0)
            continue;
        VectorD z = rowScale(m_options, keys) * layer.scores.row(i).segment(range.begin, keys).transpose();
        if (m_options.softcap)
            z = *m_options.softcap * (z / *m_options.softcap).array().tanh();
        const double high = std::max(z.maxCoeff(), m_options.sink.value_or(z.maxCoeff()));
        z = (z.array() - high).exp();
        const double sink = m_options.sink ? std::exp(*m_options.sink - high) : 0, total = z.sum() + sink;
        layer.weights.row(i).segment(range.begin, keys) = z.transpose() / total;
        layer.sinks[i] = sink / total;
    }
}

/// dP [n × n] → ∂L/∂(q·k): z = c tanh(scale q·k / c), ∂L/∂z_j = s_j (dP_j − Σ s dP), of dP relative to the winner's, so
/// that nothing is lost in a one-hot row; a sink's dP is 0.
MatrixD DepthStack::scoreGradient(const Layer& layer, const MatrixD& dP) const {
    const Index n = dP.rows();
    MatrixD result = MatrixD::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
        const KeyRange range = allowedKeys(m_options.masks, i, n, n);
        const Index keys = range.end - range.begin;
        if (keys == 0)
            continue;
        const VectorD s = layer.weights.row(i).segment(range.begin, keys).transpose();
        VectorD d = dP.row(i).segment(range.begin, keys).transpose();
        Index winner = 0;
        s.maxCoeff(&winner);
        const double winning = d[winner];
        d.array() -= winning;
        const double mean = s.dot(d) - layer.sinks[i] * winning;
        const double scale = rowScale(m_options, keys);
        for (Index j = 0; j < keys; ++j) {
            const double tanh =
                m_options.softcap ? std::tanh(scale * layer.scores(i, range.begin + j) / *m_options.softcap) : 0;
            result(i, range.begin + j) = scale * (1 - tanh * tanh) * s[j] * (d[j] - mean);
        }
    }
    return result;
}

// O = P V with P = softmax(…): dP = G Vᵀ, dV = Pᵀ G; q = A W_Q: dA += dQ W_Qᵀ, and so for k and v.
std::vector<LayerGradient> DepthStack::backward(MatrixD gradient, const std::stop_token& stop) {
    std::vector<LayerGradient> found(m_run.size());
    for (std::size_t l = m_run.size(); l-- > 0;) {
        checkStop(stop);
        const Layer& layer = m_run[l];
        const LayerWeights& weights = m_layers[l];
        const MatrixD dS = scoreGradient(layer, gradient * layer.v.transpose());
        found[l] = {dS.rowwise().norm(), layer.spread};
        MatrixD dQ = dS * layer.k, dK = dS.transpose() * layer.q;
        if (m_options.qkNorm) {
            throughUnit(layer.q, layer.normQ, dQ);
            throughUnit(layer.k, layer.normK, dK);
        }
        MatrixD input = dQ * weights.wQ.transpose() + dK * weights.wK.transpose();
        input.noalias() += layer.weights.transpose() * gradient * weights.wV.transpose();
        if (m_layerNorm)
            input = throughNormalisation(layer.input, layer.deviations, input);
        gradient = m_residual ? MatrixD(gradient + input) : input;
    }
    m_inputGradient = std::move(gradient);
    return found;
}

} // namespace softscope
