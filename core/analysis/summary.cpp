#include "core/analysis/summary.h"

#include <cmath>

namespace softscope {

namespace {

void count(VerdictCounts& counts, const RowStatistics& row) {
    switch (row.verdict()) {
    case Verdict::saturated:
        ++counts.saturated;
        break;
    case Verdict::selective:
        ++counts.selective;
        break;
    case Verdict::diffuse:
        ++counts.diffuse;
        break;
    case Verdict::empty:
        ++counts.empty;
        break;
    case Verdict::unknown:
        ++counts.unknown;
        break;
    }
}

} // namespace

Summary summarise(const std::vector<RowStatistics>& rows) {
    std::vector<double> entropy, effectiveTokens, maxWeight, frobenius, spectral;
    for (std::vector<double>* values : {&entropy, &effectiveTokens, &maxWeight, &frobenius, &spectral})
        values->reserve(rows.size());
    Summary summary;
    for (const RowStatistics& row : rows) {
        count(summary.verdicts, row);
        if (row.keys == 0)
            continue;
        entropy.push_back(row.entropy);
        effectiveTokens.push_back(row.effectiveTokens());
        maxWeight.push_back(row.maxWeight);
        frobenius.push_back(row.frobenius);
        spectral.push_back(row.spectral);
    }
    summary.entropy = distribution(std::move(entropy));
    summary.effectiveTokens = distribution(std::move(effectiveTokens));
    summary.maxWeight = distribution(std::move(maxWeight));
    summary.frobenius = distribution(std::move(frobenius));
    summary.spectral = distribution(std::move(spectral));
    return summary;
}

} // namespace softscope
