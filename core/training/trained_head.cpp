#include "core/training/trained_head.h"

#include <cmath>
#include <utility>

namespace softscope {

TrainedHead::TrainedHead(const Projection& start, LogitOptions options, const TrainingSettings& settings)
    : m_options(std::move(options)), m_optimizer(settings.optimizer), m_rate(settings.learningRate) {
    m_q.w = start.wQ.cast<double>();
    m_k.w = start.wK.cast<double>();
    for (Parameter* const parameter : {&m_q, &m_k}) {
        parameter->gradient = MatrixD::Zero(parameter->w.rows(), parameter->w.cols());
        if (m_optimizer == Optimizer::adam)
            parameter->first = parameter->second = parameter->gradient;
    }
}

// L = ‖O − T‖² / (n d_v): ∂L/∂O = 2 (O − T) / (n d_v); ∂L/∂W_Q = Xᵀ ∂L/∂q.
TrainingMeasure TrainedHead::measure(const Sequence& sequence, const std::stop_token& stop) {
    const MatrixD x = sequence.x.cast<double>();
    Head head;
    head.q = (x * m_q.w).cast<float>();
    head.k = (x * m_k.w).cast<float>();
    head.v = sequence.v;
    Pass pass;
    pass.options = m_options;
    pass.maps = {{MapName::weights, wholeMap(MapName::weights, head)},
                 {MapName::output, wholeMap(MapName::output, head)}};
    Compute compute;
    compute.threads = 1;
    compute.stop = stop;
    Frame frame = evaluate(head, pass, compute);
    const MatrixF error = frame.maps[1].cells - sequence.targets();
    const MatrixF upstream = error * (2.F / static_cast<float>(error.size()));
    compute.upstream = &upstream;
    const Gradients gradients = backward(head, m_options, compute);
    m_q.gradient.noalias() = x.transpose() * gradients.q.cast<double>();
    m_k.gradient.noalias() = x.transpose() * gradients.k.cast<double>();

    TrainingMeasure result;
    result.loss = error.cast<double>().squaredNorm() / static_cast<double>(error.size());
    double right = 0, entropy = 0, frobenius = 0, rows = 0;
    for (std::size_t i = 0; i < frame.rows.size(); ++i) {
        const RowStatistics& row = frame.rows[i];
        right += row.argmax == sequence.right[i] ? 1 : 0;
        if (row.keys == 0)
            continue;
        entropy += row.entropy;
        frobenius += row.frobenius;
        ++rows;
    }
    result.accuracy = right / static_cast<double>(frame.rows.size());
    result.entropy = entropy / rows;
    result.frobenius = frobenius / rows;
    result.gradWQ = m_q.gradient.norm();
    result.gradWK = m_k.gradient.norm();
    result.weights = std::move(frame.maps[0].cells);
    return result;
}

void TrainedHead::update() {
    ++m_updates;
    update(m_q);
    update(m_k);
}

void TrainedHead::update(Parameter& parameter) const {
    if (m_optimizer == Optimizer::sgd) {
        parameter.w -= m_rate * parameter.gradient;
        return;
    }
    constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    parameter.first = beta1 * parameter.first + (1 - beta1) * parameter.gradient;
    parameter.second = beta2 * parameter.second + (1 - beta2) * parameter.gradient.cwiseAbs2();
    const double correction1 = 1 - std::pow(beta1, static_cast<double>(m_updates));
    const double correction2 = 1 - std::pow(beta2, static_cast<double>(m_updates));
    parameter.w.array() -=
        m_rate * (parameter.first.array() / correction1) / ((parameter.second.array() / correction2).sqrt() + epsilon);
}

} // namespace softscope
