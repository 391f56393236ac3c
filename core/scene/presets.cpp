#include "core/scene/presets.h"

#include "core/base/error.h"
#include "core/base/resources.h"
#include "core/io/atomic_file.h"
#include "core/io/shown_text.h"
#include "core/scene/scene_value.h"
#include "core/scene/strict_json.h"

#include <algorithm>
#include <map>

namespace softscope {
namespace {

using nlohmann::json;

constexpr std::uintmax_t mostBytes = 16U << 20;

const json& field(const json& object, const char* name, bool (json::*isRight)() const noexcept) {
    const auto found = object.find(name);
    if (found == object.end() || !((*found).*isRight)())
        throw Error(std::string(name) + " is missing or of the wrong type.");
    return *found;
}

/// The preset and its place in the order.
std::pair<Index, Preset> readPreset(const std::filesystem::path& file) {
    const std::string text = readFile(file, mostBytes, "a preset");
    try {
        const json object = parseStrictly(text);
        if (!object.is_object() || object.size() != 4)
            throw Error("a preset is an object with title, sentence, order and scene.");
        Preset preset;
        preset.name = file.stem().string();
        preset.title = field(object, "title", &json::is_string).get<std::string>();
        preset.sentence = field(object, "sentence", &json::is_string).get<std::string>();
        preset.scene = sceneFromValue(field(object, "scene", &json::is_object), "scene");
        return {field(object, "order", &json::is_number_integer).get<Index>(), std::move(preset)};
    } catch (const Error& refusal) {
        throw Error(file.string() + ": " + refusal.what());
    }
}

std::vector<Preset> readPresets() {
    const std::filesystem::path folder = resourceFolder() / "presets";
    std::multimap<Index, Preset> inOrder;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        if (entry.path().extension() == ".json")
            inOrder.insert(readPreset(entry.path()));
    }
    if (inOrder.empty())
        throw Error(folder.string() + " holds no presets: the program's own files are missing, install it again.");
    std::vector<Preset> all;
    for (auto& [order, preset] : inOrder)
        all.push_back(std::move(preset));
    return all;
}

} // namespace

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all = readPresets();
    return all;
}

const Preset& preset(std::string_view name) {
    const auto& all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& one) { return one.name == name; });
    if (found != all.end())
        return *found;
    std::string sentence = shownText(name) + " is no preset; there are ";
    for (const Preset& one : all)
        sentence.append(&one == &all.front() ? "" : &one == &all.back() ? " and " : ", ").append(one.name);
    throw UsageError(sentence + ".");
}

} // namespace softscope
