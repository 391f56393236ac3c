#include "core/base/error.h"
#include "core/scene/fields.h"
#include "core/scene/scene_value.h"
#include "core/scene/strict_json.h"
#include "core/scene/validate.h"
#include "core/scene/words.h"

#include <array>
#include <limits>

namespace softscope {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& path, const json& value, const std::string& wanted) {
    throw Error(path + " is " + excerpt(value) + "; it must be " + wanted + ".");
}

/// One function for each kind of field; as members they all see each other.
struct Reader {
    static void read(const json& value, const std::string& path, bool& target) {
        if (!value.is_boolean())
            refuse(path, value, "true or false");
        target = value.get<bool>();
    }

    static void read(const json& value, const std::string& path, Index& target) {
        if (!value.is_number_integer() ||
            (value.is_number_unsigned() &&
             value.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<Index>::max())))
            refuse(path, value, "a whole number");
        target = value.get<Index>();
    }

    static void read(const json& value, const std::string& path, std::uint64_t& target) {
        if (!value.is_number_unsigned())
            refuse(path, value, "a whole number from 0 to 18446744073709551615");
        target = value.get<std::uint64_t>();
    }

    static void read(const json& value, const std::string& path, double& target) {
        if (!value.is_number())
            refuse(path, value, "a number");
        target = value.get<double>();
    }

    static void read(const json& value, const std::string& path, std::string& target) {
        if (!value.is_string())
            refuse(path, value, "text");
        target = value.get<std::string>();
    }

    template <typename Enum>
    requires std::is_enum_v<Enum>
    static void read(const json& value, const std::string& path, Enum& target) {
        const auto found = value.is_string() ? fromWord<Enum>(value.get_ref<const std::string&>()) : std::nullopt;
        if (!found)
            refuse(path, value, listOfWords<Enum>());
        target = *found;
    }

    template <typename T>
    static void read(const json& value, const std::string& path, std::optional<T>& target) {
        target.reset();
        if (!value.is_null())
            read(value, path, target.emplace());
    }

    template <typename List>
    static void readElements(const json& value, const std::string& path, List& target) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            std::string element = path;
            element.append("[").append(std::to_string(i)).append("]");
            read(value[i], element, target[i]);
        }
    }

    template <typename T>
    static void read(const json& value, const std::string& path, std::vector<T>& target) {
        if (!value.is_array())
            refuse(path, value, "a list");
        target.assign(value.size(), T());
        readElements(value, path, target);
    }

    template <typename T, std::size_t count>
    static void read(const json& value, const std::string& path, std::array<T, count>& target) {
        if (!value.is_array() || value.size() != count)
            refuse(path, value, "a list of " + std::to_string(count));
        readElements(value, path, target);
    }

    /// The fields that the object has; those it lacks keep their values; one that is not known is refused.
    template <typename Part>
    static void readFields(const json& object, const std::string& path, Part& target, std::size_t others = 0) {
        std::size_t known = others;
        visitFields(
            [&](const char* name, auto& field) {
                const auto found = object.find(name);
                if (found == object.end())
                    return;
                ++known;
                read(*found, joined(path, name), field);
            },
            target);
        if (known == object.size())
            return;
        for (auto member = object.begin(); member != object.end(); ++member) {
            const std::string& key = member.key();
            bool isKnown = others > 0 && (key == "format" || key == "version");
            visitFields([&](const char* name, auto&) { isKnown = isKnown || key == name; }, target);
            if (!isKnown)
                throw Error(joined(path, key) +
                            " is not a field that this version knows; take it out or use a newer one.");
        }
    }

    template <typename Part>
    requires std::is_class_v<Part>
    static void read(const json& value, const std::string& path, Part& target) {
        if (!value.is_object())
            refuse(path, value, "an object");
        readFields(value, path, target);
    }
};

void checkFormat(const json& value, const std::string& path) {
    if (!value.is_object())
        throw Error((path.empty() ? "it" : path) + " is " + excerpt(value) +
                    " and not a scene: a scene is an object with the format \"softscope-scene\".");
    const auto format = value.find("format"), version = value.find("version");
    if (format == value.end() || *format != "softscope-scene")
        throw Error(joined(path, "format") + (format == value.end() ? " is missing" : " is " + excerpt(*format)) +
                    "; a scene has the format \"softscope-scene\".");
    if (version == value.end() || !version->is_number_integer() || *version != 1)
        throw Error(joined(path, "version") + (version == value.end() ? " is missing" : " is " + excerpt(*version)) +
                    "; this program reads version 1.");
}

} // namespace

Scene sceneFromValue(const json& value, const std::string& path) {
    checkFormat(value, path);
    Scene scene;
    Reader::readFields(value, path, scene, 2);
    try {
        validate(scene);
    } catch (const UsageError& refusal) {
        throw Error(path.empty() ? refusal.what() : path + "." + refusal.what());
    }
    return scene;
}

} // namespace softscope
