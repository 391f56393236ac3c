#include "core/analysis/random_energy.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr double largestStep = 0.5; // exp(−t eᶻ) is analytic within π/2 of the real axis: an error of e^(−π²/step)
constexpr double reach = 8.5;       // standard deviations of a logit that count
constexpr double least = 0.01;      // below this σ the series is right to 1e-8

} // namespace

RandomEnergy::RandomEnergy(double deviation) : m_variance(deviation * deviation) {
    if (deviation < least)
        return;
    m_step = std::min(largestStep, deviation);
    const long last = std::lround(std::ceil(reach * deviation / m_step)), nodes = 2 * last + 1;
    std::vector<double> weight(static_cast<std::size_t>(nodes)), above(weight.size() + 1); // of z = (i − last) step
    double sum = 0;
    for (long i = 0; i < nodes; ++i) {
        const double z = double(i - last) * m_step / deviation;
        sum += weight[std::size_t(i)] = std::exp(-z * z / 2);
    }
    for (long i = nodes - 1; i >= 0; --i)
        above[std::size_t(i)] = above[std::size_t(i + 1)] + (weight[std::size_t(i)] /= sum);
    // With t = exp(−u) both z and u stand on one grid, and t eᶻ only depends on their distance.
    constexpr double lowest = -40, highest = 4; // of ln(t eᶻ): below nothing happens, above exp(−t eᶻ) is 0
    const long low = std::lround(std::floor(lowest / m_step)), high = std::lround(std::ceil(highest / m_step));
    std::vector<double> lost, curving; // 1 − exp(−t eᶻ) and (t eᶻ)² exp(−t eᶻ), from `low` on
    for (long j = low; j <= high; ++j) {
        const double x = std::exp(double(j) * m_step);
        lost.push_back(-std::expm1(-x));
        curving.push_back(x * x * std::exp(-x));
    }
    const long begin = -last - high - 1, end = last - low + 1;
    m_first = double(begin) * m_step;
    for (long u = begin; u <= end; ++u) {
        const long from = std::max(-last, u + low), to = std::min(last, u + high);
        double missing = to < last ? above[std::size_t(std::max(to, -last - 1) + 1 + last)] : 0, second = 0;
        for (long z = from; z <= to; ++z) {
            missing += weight[std::size_t(z + last)] * lost[std::size_t(z - u - low)];
            second += weight[std::size_t(z + last)] * curving[std::size_t(z - u - low)];
        }
        m_logPhi.push_back(std::log1p(-std::min(missing, 1.0)));
        m_curving.push_back(second);
    }
}

double RandomEnergy::participation(double n) const {
    if (n <= 1)
        return 1;
    if (m_step == 0)
        return (1 + m_variance * (1 - 1 / n)) / n;
    constexpr double nothing = -60; // a power of φ below e^−60
    double sum = 0;
    for (std::size_t i = 0; i < m_logPhi.size(); ++i) {
        if (const double power = (n - 1) * m_logPhi[i]; power > nothing && m_curving[i] > 0)
            sum += m_curving[i] * std::exp(power);
    }
    return std::min(n * m_step * sum, 1.0);
}

double RandomEnergy::entropy(double n) const {
    if (n <= 1)
        return 0;
    if (m_step == 0)
        return std::log(n) - m_variance * (1 - 1 / n) / 2;
    double logSum = 0;
    for (std::size_t i = 0; i < m_logPhi.size(); ++i) {
        const double u = m_first + double(i) * m_step;
        logSum += std::exp(-std::exp(-u)) - std::exp(n * m_logPhi[i]);
    }
    return std::max(m_step * logSum - m_variance * (1 - participation(n)), 0.0);
}

GaussianRows::GaussianRows(double dK, double variance) {
    // The density of y = ln(‖q‖ / √d_k σ_q) is proportional to exp(d_k (y − e²ʸ/2)), with its peak at 0.
    const auto density = [dK](double y) { return std::exp(dK * (y - std::exp(2 * y) / 2 + 0.5)); };
    const double step = 0.8 / std::sqrt(2 * dK);
    constexpr double nothing = 1e-8;
    double sum = 0;
    const auto add = [&](double y) {
        const double weight = density(y);
        sum += weight;
        m_parts.push_back({weight, RandomEnergy(std::sqrt(variance) * std::exp(y))});
    };
    add(0);
    for (const double direction : {-1.0, 1.0}) {
        for (double y = direction * step; density(y) > nothing; y += direction * step)
            add(y);
    }
    for (Part& part : m_parts)
        part.weight /= sum;
}

double GaussianRows::participation(double n) const {
    double mean = 0;
    for (const Part& part : m_parts)
        mean += part.weight * part.row.participation(n);
    return mean;
}

double GaussianRows::entropy(double n) const {
    double mean = 0;
    for (const Part& part : m_parts)
        mean += part.weight * part.row.entropy(n);
    return mean;
}

} // namespace softscope
