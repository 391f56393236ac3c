#include "core/head/from_tensors.h"

#include "core/base/error.h"
#include "core/base/resources.h"
#include "core/head/tensor_names.h"
#include "core/io/safetensors.h"
#include "core/io/shown_text.h"
#include "core/render/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace softscope {
namespace {

constexpr std::array<const char*, 3> roleNames{"q", "k", "v"};
constexpr double largestFloat16 = 65504;
constexpr Index mostScoreRows = 1024; // rows looked at for scores beyond float16

/// A tensor as [batches, heads, tokens, size]; what a shape leaves out is 1.
struct Shape {
    std::uint64_t batches = 1, heads = 1, tokens = 1, size = 1;
};

Shape shapeOf(const Tensor& tensor, const std::string& name, const std::string& fileName) {
    const std::vector<std::uint64_t>& s = tensor.shape;
    if (s.size() < 2 || s.size() > 4)
        throw Error(fileName + ": " + shownText(name) + " has the shape " + tensor.shapeText() +
                    ", and [tokens, size], [heads, tokens, size] or [batches, heads, tokens, size] is needed.");
    if (std::find(s.begin(), s.end(), 0U) != s.end())
        throw Error(fileName + ": " + shownText(name) + " has the shape " + tensor.shapeText() +
                    ", and a head needs one token and one dimension at least.");
    const std::size_t n = s.size();
    return {n == 4 ? s[0] : 1, n >= 3 ? s[n - 3] : 1, s[n - 2], s[n - 1]};
}

void checkShapes(const TensorSet& set, const std::array<Shape, 3>& shapes, const std::string& fileName) {
    const auto& [q, k, v] = shapes;
    const auto both = [&](std::size_t a, std::size_t b) {
        return shownText(set.names[a]) + " of shape " + set.tensors[a]->shapeText() + " and " +
               shownText(set.names[b]) + " of shape " + set.tensors[b]->shapeText();
    };
    if (q.size != k.size)
        throw Error(fileName + ": " + both(0, 1) + " do not fit: queries and keys need the same size d_k, not " +
                    std::to_string(q.size) + " and " + std::to_string(k.size) + ".");
    if (k.tokens != v.tokens)
        throw Error(fileName + ": " + both(1, 2) + " do not fit: there must be as many keys as values, not " +
                    std::to_string(k.tokens) + " and " + std::to_string(v.tokens) + ".");
    if (k.heads != v.heads)
        throw Error(fileName + ": " + both(1, 2) + " do not fit: keys and values need equally many heads, not " +
                    std::to_string(k.heads) + " and " + std::to_string(v.heads) + ".");
    if (q.heads % k.heads != 0)
        throw Error(fileName + ": " + both(0, 1) + " do not fit: " + std::to_string(q.heads) +
                    " query heads are no multiple of " + std::to_string(k.heads) + " key heads.");
    if (q.batches != k.batches || k.batches != v.batches)
        throw Error(fileName + ": " + both(0, q.batches != k.batches ? 1 : 2) + " do not fit: their batches differ.");
}

/// The number asked for, or 0 where there is no choice.
std::uint64_t chosenNumber(const std::optional<Index>& asked, std::uint64_t count, const std::string& what,
                           const std::string& plural, const std::string& fileName) {
    const std::string range = count == 1 ? what + " 0 only" : plural + " 0 to " + std::to_string(count - 1);
    if (!asked && count > 1)
        throw UsageError(fileName + " has " + range + ": choose one with --" + what + ".");
    if (asked && (*asked < 0 || static_cast<std::uint64_t>(*asked) >= count))
        throw UsageError(fileName + " has " + range + ", and --" + what + " asks for " + std::to_string(*asked) + ".");
    return static_cast<std::uint64_t>(asked.value_or(0));
}

void warnOfValues(Head& head, const char* role, const Tensor& tensor, const MatrixF& matrix, std::uint64_t inexact) {
    const float* values = matrix.data();
    Index nans = 0, infinities = 0;
    for (Index i = 0; i < matrix.size(); ++i) { // both at once: a tensor may be larger than every cache
        nans += std::isnan(values[i]) ? 1 : 0;
        infinities += std::isinf(values[i]) ? 1 : 0;
    }
    const std::string all = " of the " + std::to_string(matrix.size()) + " numbers of " + role;
    if (nans > 0)
        head.warnings.push_back(std::to_string(nans) + all + (nans == 1 ? " is NaN." : " are NaN."));
    if (infinities > 0)
        head.warnings.push_back(std::to_string(infinities) + all + (infinities == 1 ? " is" : " are") + " infinite.");
    if (inexact > 0)
        head.warnings.push_back(std::to_string(inexact) + all + " do not fit float32 exactly and were rounded from " +
                                std::string(nameOf(tensor.dtype)) + ".");
}

/// The largest finite |q·k| of the head, of evenly spaced queries where there are many.
double largestScore(const Head& head, const std::stop_token& stop) {
    const Index step = (head.nQ() + mostScoreRows - 1) / mostScoreRows;
    double largest = 0;
    for (Index i = 0; i < head.nQ(); i += step) {
        if (stop.stop_requested())
            throw Cancelled();
        const VectorF scores = head.k * head.q.row(i).transpose();
        for (const float score : scores) {
            if (std::isfinite(score))
                largest = std::max(largest, std::abs(static_cast<double>(score)));
        }
    }
    return largest;
}

void warnOfFloat16(Head& head, const TensorSet& set, const std::stop_token& stop) {
    if (set.tensors[0]->dtype != Dtype::f2 || set.tensors[1]->dtype != Dtype::f2)
        return;
    // |q·k| ≤ ‖q‖‖k‖: mostly that already rules it out. NaN passes, and largestScore looks at the rest.
    const double bound = static_cast<double>(head.q.rowwise().norm().maxCoeff()) *
                         static_cast<double>(head.k.rowwise().norm().maxCoeff());
    if (bound <= largestFloat16)
        return;
    const double largest = largestScore(head, stop);
    if (largest > largestFloat16)
        head.warnings.push_back("The file is in float16, in which the largest score, " + numberText(largest) +
                                ", would overflow (65504 is the most); here it is computed in float32.");
}

/// The tokens of the file's metadata, a JSON list of texts; empty where there are none.
std::vector<std::string> tokensOf(const TensorFile& file) {
    const auto found = file.metadata.find("tokens");
    if (found == file.metadata.end())
        return {};
    const nlohmann::json list = nlohmann::json::parse(found->second, nullptr, false);
    if (!list.is_array() || !std::all_of(list.begin(), list.end(), [](const auto& item) { return item.is_string(); }))
        return {};
    return list.get<std::vector<std::string>>();
}

void label(Head& head, const TensorFile& file) {
    const std::vector<std::string> tokens = tokensOf(file);
    const auto count = static_cast<Index>(tokens.size());
    if (count == head.nQ())
        head.queryLabels = tokens;
    if (count == head.nK())
        head.keyLabels = tokens;
    if (count > 0 && count != head.nQ() && count != head.nK())
        head.warnings.push_back("The file names " + std::to_string(count) + " tokens and the head has " +
                                std::to_string(head.nQ()) + " queries and " + std::to_string(head.nK()) +
                                " keys, so they are numbered.");
}

/// "minilm.safetensors, layer 0, head 2".
std::string originText(const std::filesystem::path& file, const TensorSet& set, const Shape& q, std::uint64_t batch,
                       std::uint64_t head) {
    std::string text = file.filename().string();
    if (set.layer)
        text += ", layer " + std::to_string(*set.layer);
    else if (set.prefix.empty() && set.names[0] != "q")
        text += ", " + set.names[0];
    if (q.batches > 1)
        text += ", batch " + std::to_string(batch);
    if (q.heads > 1)
        text += ", head " + std::to_string(head);
    return text;
}

} // namespace

TensorChoices tensorChoices(const std::filesystem::path& file) {
    const TensorFile tensors = readSafetensors(file);
    const std::vector<TensorSet> sets = tensorSets(tensors);
    TensorChoices choices;
    if (sets.empty()) {
        chosenSet(tensors, {}, file.string()); // says what was found instead
        return choices;
    }
    for (const TensorSet& set : sets) {
        if (set.layer && (choices.layers.empty() || choices.layers.back() != *set.layer))
            choices.layers.push_back(*set.layer);
    }
    const Shape q = shapeOf(*sets.front().tensors[0], sets.front().names[0], file.string());
    choices.heads = static_cast<Index>(q.heads);
    choices.batches = static_cast<Index>(q.batches);
    return choices;
}

HeadPointer headFromTensors(const TensorReference& reference, const std::stop_token& stop) {
    const std::filesystem::path path = resolvePath(reference.path);
    const std::string fileName = path.string();
    const TensorFile file = readSafetensors(path);
    const TensorSet set = chosenSet(file, reference, fileName);
    std::array<Shape, 3> shapes;
    for (std::size_t role = 0; role < shapes.size(); ++role)
        shapes[role] = shapeOf(*set.tensors[role], set.names[role], fileName);
    checkShapes(set, shapes, fileName);
    const std::uint64_t batch = chosenNumber(reference.batch, shapes[0].batches, "batch", "batches", fileName);
    const std::uint64_t number = chosenNumber(reference.head, shapes[0].heads, "head", "heads", fileName);

    auto head = std::make_shared<Head>();
    const std::array<MatrixF*, 3> targets{&head->q, &head->k, &head->v};
    for (std::size_t role = 0; role < targets.size(); ++role) {
        const Tensor& tensor = *set.tensors[role];
        // Grouped queries: query head h reads key head h / (H_q / H_kv).
        const std::uint64_t of = number / (shapes[0].heads / shapes[role].heads);
        std::vector<std::uint64_t> lead{batch, of};
        lead.erase(lead.begin(), lead.begin() + static_cast<std::ptrdiff_t>(4 - tensor.shape.size()));
        std::uint64_t inexact = 0;
        *targets[role] = matrixOf(tensor, lead, &inexact, stop);
        warnOfValues(*head, roleNames[role], tensor, *targets[role], inexact);
    }
    warnOfFloat16(*head, set, stop);
    label(*head, file);
    head->origin = originText(path, set, shapes[0], batch, number);
    return head;
}

} // namespace softscope
