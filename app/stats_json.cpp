#include "app/stats_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace softscope {
namespace {

using Json = nlohmann::ordered_json; // writes numbers that are none as null, and others so that they come back exactly

/// Zero has no sign for a reader: a score times a scale of 0 has that of the score.
double unsignedZero(double value) {
    return value == 0 ? 0 : value;
}

Json jsonOf(const Moments& m) {
    return {{"mean", unsignedZero(m.mean)},
            {"variance", m.variance},
            {"min", unsignedZero(m.min)},
            {"max", unsignedZero(m.max)}};
}

Json jsonOf(const Distribution& d) {
    return {{"mean", d.mean}, {"median", d.median}, {"min", d.min}, {"max", d.max}, {"p95", d.p95}};
}

/// Root mean square, median and largest of the norms of a gradient's rows. All three are undefined where one norm is
/// no finite number: a median that leaves rows out would be taken for one of all of them.
Json normsOf(const VectorD& norms) {
    if (!norms.allFinite())
        return {{"rms", nullptr}, {"median", nullptr}, {"max", nullptr}};
    const Distribution d = distribution(std::vector<double>(norms.begin(), norms.end()));
    const double rms = norms.size() == 0 ? undefined : norms.norm() / std::sqrt(static_cast<double>(norms.size()));
    return {{"rms", rms}, {"median", d.median}, {"max", d.max}};
}

Json gradientsOf(const GradientNorms& g) {
    Json all{{"q", normsOf(g.q)}, {"k", normsOf(g.k)}, {"v", normsOf(g.v)}};
    if (g.wQ.size() > 0) {
        all["w_q"] = normsOf(g.wQ);
        all["w_k"] = normsOf(g.wK);
        all["w_v"] = normsOf(g.wV);
    }
    return all;
}

Json parametersOf(const Head& head) {
    if (!head.projection)
        return {};
    const Projection& p = *head.projection;
    return {{"w_q", p.wQ.size()},
            {"w_k", p.wK.size()},
            {"w_v", p.wV.size()},
            {"total", p.wQ.size() + p.wK.size() + p.wV.size()}};
}

/// Multiplications and additions of the forward pass's matrix products.
Json flopsOf(const Head& head) {
    if (!head.projection)
        return {};
    const Index model = head.projection->x.cols();
    const Index projections = 2 * model * (head.nQ() * head.dK() + head.nK() * (head.dK() + head.dV()));
    const Index scores = 2 * head.nQ() * head.nK() * head.dK(), output = 2 * head.nQ() * head.nK() * head.dV();
    return {
        {"projections", projections}, {"scores", scores}, {"output", output}, {"total", projections + scores + output}};
}

/// null where no verdict is true of the row.
Json jsonOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::saturated:
        return "saturated";
    case Verdict::selective:
        return "selective";
    case Verdict::diffuse:
        return "diffuse";
    case Verdict::empty:
        return "empty";
    case Verdict::unknown:
        break;
    }
    return nullptr;
}

Json jsonOf(const RowStatistics& row) {
    return {{"entropy", row.entropy},
            {"effective_tokens", row.effectiveTokens()},
            {"max_weight", row.maxWeight},
            {"argmax", row.argmax < 0 ? Json() : Json(row.argmax)},
            {"jacobian_frobenius", row.frobenius},
            {"jacobian_spectral", row.spectral},
            {"verdict", jsonOf(row.verdict())}};
}

Json warningsOf(const Head& head, const VerdictCounts& verdicts) {
    Json warnings = head.warnings;
    if (verdicts.empty > 0)
        warnings.push_back(std::to_string(verdicts.empty) + (verdicts.empty == 1 ? " row has" : " rows have") +
                           " no key that the masks let through: weights and output are zero there, and the entropy is "
                           "undefined.");
    if (verdicts.unknown > 0)
        warnings.push_back(std::to_string(verdicts.unknown) + (verdicts.unknown == 1 ? " row has" : " rows have") +
                           " NaN or infinity among the logits: softmax and statistics are undefined there.");
    return warnings;
}

} // namespace

std::string statsJson(const Head& head, const Frame& frame, const Symmetry& symmetry, bool perRow) {
    const Summary summary = summarise(frame.rows);
    const VerdictCounts& verdicts = summary.verdicts;
    Json object{{"n_queries", head.nQ()},
                {"n_keys", head.nK()},
                {"d_k", head.dK()},
                {"d_v", head.dV()},
                {"scale", unsignedZero(frame.options.scale)},
                {"backend", frame.backend},
                {"elapsed_ms", frame.milliseconds}};
    object["scores"] = jsonOf(frame.scores);
    object["scaled_scores"] = jsonOf(frame.logits);
    object["entropy"] = jsonOf(summary.entropy);
    object["effective_tokens"] = jsonOf(summary.effectiveTokens);
    object["max_weight"] = jsonOf(summary.maxWeight);
    object["jacobian_frobenius"] = jsonOf(summary.frobenius);
    object["jacobian_spectral"] = jsonOf(summary.spectral);
    object["rows"] = {{"saturated", verdicts.saturated},
                      {"selective", verdicts.selective},
                      {"diffuse", verdicts.diffuse},
                      {"empty", verdicts.empty}};
    object["gradients"] = gradientsOf(frame.gradients);
    object["symmetry"] = {{"asymmetry", symmetry.asymmetry}, {"correlation", symmetry.correlation}};
    object["self_weight"] = frame.selfWeight;
    object["parameters"] = parametersOf(head);
    object["flops"] = flopsOf(head);
    object["warnings"] = warningsOf(head, verdicts);
    std::string text = object.dump(2);
    if (perRow) {
        text.resize(text.size() - 2); // the last line end and brace: one row a line is added before them
        text += ",\n  \"per_row\": [";
        for (const RowStatistics& row : frame.rows)
            text.append(&row == frame.rows.data() ? "\n    " : ",\n    ").append(jsonOf(row).dump());
        text += "\n  ]\n}";
    }
    return text + "\n";
}

} // namespace softscope
