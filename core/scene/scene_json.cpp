#include "core/scene/scene_json.h"

#include "core/base/error.h"
#include "core/io/atomic_file.h"
#include "core/scene/fields.h"
#include "core/scene/scene_value.h"
#include "core/scene/strict_json.h"
#include "core/scene/words.h"

#include <array>

namespace softscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t mostBytes = 64U << 20;

/// One function for each kind of field; as members they all see each other.
struct Writer {
    template <typename T>
    static Json valueOf(const T& field) {
        if constexpr (std::is_enum_v<T>) {
            return wordOf(field);
        } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
            return field;
        } else {
            Json object = Json::object();
            visitFields([&](const char* name, const auto& part) { object[name] = valueOf(part); }, field);
            return object;
        }
    }

    template <typename T>
    static Json valueOf(const std::optional<T>& field) {
        return field ? valueOf(*field) : Json();
    }

    template <typename T>
    static Json valueOf(const std::vector<T>& fields) {
        return listOf(fields);
    }

    template <typename T, std::size_t count>
    static Json valueOf(const std::array<T, count>& fields) {
        return listOf(fields);
    }

    template <typename List>
    static Json listOf(const List& fields) {
        Json list = Json::array();
        for (const auto& field : fields)
            list.push_back(valueOf(field));
        return list;
    }
};

} // namespace

std::string toJson(const Scene& scene) {
    Json object = Json::object();
    object["format"] = "softscope-scene";
    object["version"] = 1;
    visitFields([&](const char* name, const auto& part) { object[name] = Writer::valueOf(part); }, scene);
    return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Scene sceneFromJson(std::string_view text) {
    if (text.size() > mostBytes)
        throw Error("the text has " + std::to_string(text.size()) + " bytes; a scene has at most " +
                    std::to_string(mostBytes) + ".");
    return sceneFromValue(parseStrictly(text));
}

Scene readScene(const std::filesystem::path& file) {
    const std::string text = readFile(file, mostBytes, "a scene");
    try {
        return sceneFromJson(text);
    } catch (const Error& refusal) {
        throw Error(file.string() + ": " + refusal.what());
    }
}

void writeScene(const std::filesystem::path& file, const Scene& scene) {
    writeFileAtomically(file, toJson(scene));
}

} // namespace softscope
