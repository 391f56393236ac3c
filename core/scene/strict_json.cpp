#include "core/scene/strict_json.h"

#include "core/base/error.h"

#include <algorithm>
#include <set>
#include <vector>

namespace softscope {
namespace {

using nlohmann::json;

constexpr std::size_t mostLevels = 32;
constexpr std::size_t mostValues = 4'000'000;

/// Watches the parser go through the text, and stops it.
class Watch {
public:
    bool operator()(json::parse_event_t event, const json& value) {
        switch (event) {
        case json::parse_event_t::object_start:
            return enter(false);
        case json::parse_event_t::array_start:
            return enter(true);
        case json::parse_event_t::object_end:
        case json::parse_event_t::array_end:
            m_levels.pop_back();
            return true;
        case json::parse_event_t::key:
            return key(value.get_ref<const std::string&>());
        case json::parse_event_t::value:
            return count();
        }
        return true;
    }

private:
    struct Level {
        bool array = false;
        std::size_t element = 0;
        std::string key;
        std::set<std::string> keys;
    };

    bool count() {
        if (++m_values > mostValues)
            throw Error("the text holds more than " + std::to_string(mostValues) + " values; no scene is that large.");
        if (!m_levels.empty())
            ++m_levels.back().element;
        return true;
    }

    bool enter(bool array) {
        count();
        if (m_levels.size() == mostLevels)
            throw Error(path() + " is nested deeper than " + std::to_string(mostLevels) + " levels; no scene is.");
        m_levels.push_back({array, 0, {}, {}});
        return true;
    }

    bool key(const std::string& name) {
        Level& level = m_levels.back();
        level.key = name;
        if (!level.keys.insert(name).second)
            throw Error(path() + " stands there twice; each field may stand once.");
        return true;
    }

    /// Of the value that is being read.
    std::string path() const {
        std::string text;
        for (const Level& level : m_levels) {
            if (level.array)
                text.append("[")
                    .append(std::to_string(level.element - std::min<std::size_t>(level.element, 1)))
                    .append("]");
            else
                text = joined(text, level.key);
        }
        return text;
    }

    std::vector<Level> m_levels;
    std::size_t m_values = 0;
};

/// "line 3, column 14" of a byte.
std::string placeOf(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineStart = before.rfind('\n');
    const std::size_t column = lineStart == std::string_view::npos ? before.size() + 1 : before.size() - lineStart;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace

json parseStrictly(std::string_view text) {
    Watch watch;
    try {
        return json::parse(text, [&](int, json::parse_event_t event, json& value) { return watch(event, value); });
    } catch (const json::parse_error& failure) {
        throw Error("the text is not JSON: it breaks off or goes wrong at " + placeOf(text, failure.byte) + ".");
    } catch (const json::exception& failure) {
        const std::string_view what = failure.what();
        const std::size_t end = what.find("] "); // behind "[json.exception.out_of_range.406] "
        throw Error("the text is not JSON: " + std::string(what.substr(end == std::string_view::npos ? 0 : end + 2)) +
                    ".");
    }
}

std::string joined(const std::string& path, std::string_view key) {
    const std::string shown(key.substr(0, 80));
    return path.empty() ? shown : path + "." + shown;
}

std::string excerpt(const json& value) {
    constexpr std::size_t most = 60;
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return "a list";
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() <= most)
        return text;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // not in the middle of a character
    return text.substr(0, end) + "…";
}

} // namespace softscope
