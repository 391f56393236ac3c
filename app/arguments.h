// The words of the command line, told apart but not yet understood.
#pragma once

#include "app/options.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace softscope {

struct Command;

struct Arguments {
    std::string program;              ///< argv[0]
    const Command* command = nullptr; ///< null: the window
    std::vector<std::string> files;   ///< words that are neither options nor the command
    struct Given {
        const Option* option;
        std::string value; ///< empty for a switch
    };
    std::vector<Given> given; ///< in the order of the command line

    /// The last value of an option; empty where it was not given.
    std::optional<std::string> value(std::string_view name) const;
    bool has(std::string_view name) const;
    /// Where the answer goes. Throws UsageError where -o was not given.
    std::filesystem::path output() const;
};

/// Throws UsageError, naming the word: an unknown option (with the nearest known one), one without its value, one of
/// another command, a word too many.
Arguments parseArguments(const std::vector<std::string>& words);

} // namespace softscope
