// JSON from anywhere, read without trust.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace softscope {

/// Throws Error, one sentence: text that is not JSON (with line and column), nesting deeper than 32, a key that stands
/// twice in one object (by its path), more values than any file of ours has.
nlohmann::json parseStrictly(std::string_view text);

/// "source.tokens" from "source" and "tokens".
std::string joined(const std::string& path, std::string_view key);
/// The start of a value as JSON, for messages.
std::string excerpt(const nlohmann::json& value);

} // namespace softscope
