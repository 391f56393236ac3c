#include "core/head/tensor_names.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <charconv>

namespace softscope {
namespace {

constexpr std::array<std::string_view, 3> shortNames{"q", "k", "v"}, longNames{"query", "key", "value"};
constexpr std::size_t mostListed = 6;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

struct ParsedName {
    std::string prefix; ///< lower case
    std::optional<std::size_t> role;
};

/// "Layers.3.Q" → "layers.3" and role 0.
ParsedName parsedName(std::string_view name) {
    const std::size_t dot = name.find_last_of("./");
    const std::string last = lowered(dot == std::string_view::npos ? name : name.substr(dot + 1));
    ParsedName parsed;
    parsed.prefix = dot == std::string_view::npos ? std::string() : lowered(name.substr(0, dot));
    for (std::size_t role = 0; role < shortNames.size(); ++role) {
        if (last == shortNames[role] || last == longNames[role])
            parsed.role = role;
    }
    return parsed;
}

/// The first part of "model.layers.3.attn" that is a number.
std::optional<Index> layerIn(std::string_view prefix) {
    while (!prefix.empty()) {
        const std::size_t dot = std::min(prefix.find_first_of("./"), prefix.size());
        Index number = 0;
        const auto [end, failure] = std::from_chars(prefix.data(), prefix.data() + dot, number);
        if (failure == std::errc() && end == prefix.data() + dot && number >= 0)
            return number;
        prefix.remove_prefix(std::min(dot + 1, prefix.size()));
    }
    return std::nullopt;
}

std::string namesText(const TensorFile& file) {
    if (file.tensors.empty())
        return "it holds no tensors";
    std::string text = "it holds ";
    std::size_t listed = 0;
    for (const auto& [name, tensor] : file.tensors) {
        if (listed == mostListed)
            break;
        text += (listed++ > 0 ? ", " : "");
        text += shownText(name);
    }
    const std::size_t rest = file.tensors.size() - listed;
    return rest > 0 ? text + " and " + std::to_string(rest) + " more" : text;
}

/// The tensor of this name, or of this name in other case where that is one only.
const std::pair<const std::string, Tensor>& named(const TensorFile& file, const std::string& name, std::size_t role,
                                                  const std::string& fileName) {
    if (const auto exact = file.tensors.find(name); exact != file.tensors.end())
        return *exact;
    const std::string wanted = lowered(name);
    const auto same = [&](const auto& item) { return lowered(item.first) == wanted; };
    if (std::count_if(file.tensors.begin(), file.tensors.end(), same) == 1)
        return *std::find_if(file.tensors.begin(), file.tensors.end(), same);
    throw UsageError(fileName + " has no tensor " + shownText(name) + ", which --" + std::string(shortNames[role]) +
                     " names: " + namesText(file) + ".");
}

std::vector<Index> layersOf(const std::vector<TensorSet>& sets) {
    std::vector<Index> layers;
    for (const TensorSet& set : sets) {
        if (set.layer && (layers.empty() || layers.back() != *set.layer))
            layers.push_back(*set.layer);
    }
    return layers;
}

/// The only set of the layer asked for, or the only one without a number.
const TensorSet& setOfLayer(const std::vector<TensorSet>& sets, const TensorReference& reference,
                            const std::string& fileName) {
    const std::vector<Index> layers = layersOf(sets);
    std::vector<const TensorSet*> found;
    for (const TensorSet& set : sets) {
        if (set.layer == reference.layer)
            found.push_back(&set);
    }
    if (found.empty() && !reference.layer && layers.size() == 1 && sets.size() == 1)
        found.push_back(&sets.front());
    if (found.size() == 1)
        return *found.front();
    const std::string has = layers.size() == 1 ? " has layer " : " has layers ";
    if (found.empty() && !reference.layer)
        throw UsageError(fileName + has + numbersText(layers) + ": choose one with --layer.");
    if (found.empty() && layers.empty())
        throw UsageError(fileName + " has no numbered layers, and --layer asks for " +
                         std::to_string(*reference.layer) + ".");
    if (found.empty())
        throw UsageError(fileName + has + numbersText(layers) + ", and --layer asks for " +
                         std::to_string(*reference.layer) + ".");
    throw UsageError(fileName + " has several tensors that may be the queries, " + shownText(found[0]->names[0]) +
                     " and " + shownText(found[1]->names[0]) + ": name them with --q, --k and --v.");
}

} // namespace

std::string numbersText(const std::vector<Index>& numbers) {
    const bool run = numbers.size() > 2 && numbers.back() - numbers.front() == static_cast<Index>(numbers.size()) - 1;
    if (run)
        return std::to_string(numbers.front()) + " to " + std::to_string(numbers.back());
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        text += i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ";
        text += std::to_string(numbers[i]);
    }
    return text;
}

std::vector<TensorSet> tensorSets(const TensorFile& file) {
    std::map<std::string, TensorSet> byPrefix;
    std::map<std::string, bool> doubled;
    for (const auto& [name, tensor] : file.tensors) {
        const ParsedName parsed = parsedName(name);
        if (!parsed.role)
            continue;
        TensorSet& set = byPrefix[parsed.prefix];
        // "q" and "query" side by side: neither is taken for the other.
        doubled[parsed.prefix] |= set.tensors[*parsed.role] != nullptr;
        set.prefix = parsed.prefix;
        set.layer = layerIn(parsed.prefix);
        set.names[*parsed.role] = name;
        set.tensors[*parsed.role] = &tensor;
    }
    std::vector<TensorSet> sets;
    for (auto& [prefix, set] : byPrefix) {
        if (set.complete() && !doubled[prefix])
            sets.push_back(std::move(set));
    }
    std::stable_sort(sets.begin(), sets.end(),
                     [](const TensorSet& a, const TensorSet& b) { return a.layer < b.layer; });
    return sets;
}

TensorSet chosenSet(const TensorFile& file, const TensorReference& reference, const std::string& fileName) {
    const std::array<const std::string*, 3> given{&reference.q, &reference.k, &reference.v};
    TensorSet chosen;
    std::optional<std::string> prefix;
    for (std::size_t role = 0; role < given.size(); ++role) {
        if (given[role]->empty())
            continue;
        const auto& [name, tensor] = named(file, *given[role], role, fileName);
        chosen.names[role] = name;
        chosen.tensors[role] = &tensor;
        prefix = prefix ? prefix : parsedName(name).prefix;
    }
    if (chosen.complete())
        return chosen;
    const std::vector<TensorSet> sets = tensorSets(file);
    if (sets.empty())
        throw Error(fileName + " has no three tensors q, k and v (or query, key and value, or layers.0.q and so on): " +
                    namesText(file) + "; name them with --q, --k and --v.");
    // What was named says where the others are, unless a layer was asked for.
    const auto beside =
        std::find_if(sets.begin(), sets.end(), [&](const TensorSet& set) { return set.prefix == prefix; });
    const TensorSet& others =
        beside != sets.end() && !reference.layer ? *beside : setOfLayer(sets, reference, fileName);
    chosen.prefix = others.prefix;
    chosen.layer = others.layer;
    for (std::size_t role = 0; role < given.size(); ++role) {
        if (chosen.tensors[role] == nullptr) {
            chosen.names[role] = others.names[role];
            chosen.tensors[role] = others.tensors[role];
        }
    }
    return chosen;
}

} // namespace softscope
