#include "app/arguments.h"

#include "app/commands.h"
#include "app/nearest.h"
#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>

namespace softscope {
namespace {

bool takes(const Command* command, const Option& option) {
    if (option.group == Group::general)
        return true;
    return command && std::find(command->groups.begin(), command->groups.end(), option.group) != command->groups.end();
}

/// Two commands may have an option of one name, and a command may have one of its own in place of the scene's: the one
/// that this command takes, else any.
const Option* optionOf(std::string_view name, const Command* command) {
    for (const auto table : {commandOptions(), sceneOptions()}) {
        for (const Option& option : table) {
            if (option.name == name && takes(command, option))
                return &option;
        }
    }
    return findOption(name);
}

[[noreturn]] void refuseUnknown(std::string_view name, const Command* command) {
    std::vector<std::string_view> known;
    for (const auto table : {sceneOptions(), commandOptions()}) {
        for (const Option& option : table) {
            if (takes(command, option) || !command)
                known.push_back(option.name);
        }
    }
    const std::string_view meant = nearest(name, known);
    std::string help = "softscope ";
    help.append(command ? command->name : "").append(command ? " --help" : "--help");
    throw UsageError("there is no option " + shownText(name) +
                     (meant.empty() ? "; " + help + " lists them" : "; did you mean " + std::string(meant) + "?"));
}

/// One option and, where it has one, its value; moves `at` behind what it took.
Arguments::Given readOption(const std::vector<std::string>& words, std::size_t& at, const Command* command) {
    const std::string& text = words[at++];
    const std::size_t equals = text.starts_with("--") || text.starts_with("-o=") ? text.find('=') : std::string::npos;
    const std::string name = text == "-h" ? "--help" : text.substr(0, equals);
    const Option* option = optionOf(name, command);
    if (!option)
        refuseUnknown(name, command);
    if (equals != std::string::npos) {
        if (option->value.empty())
            throw UsageError(name + " takes no value, not even " + shownText(text.substr(equals + 1)));
        return {option, text.substr(equals + 1)};
    }
    if (option->value.empty())
        return {option, {}};
    if (at == words.size() || words[at].starts_with("--"))
        throw UsageError(name + " needs a value: " + std::string(option->value));
    return {option, words[at++]};
}

/// The first word that is no option and no option's value: the command, or a file for the window. Which command it is
/// must be known before an unknown option can be named.
std::optional<std::string> firstWord(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].size() < 2 || words[i].front() != '-')
            return words[i];
        const Option* option = findOption(words[i]);
        if (option && !option->value.empty())
            ++i;
    }
    return std::nullopt;
}

/// A word in the command's place that is no command and no file either is a mistyped command.
void checkIsFile(const std::string& word) {
    std::error_code failure;
    if (std::filesystem::exists(word, failure) || word.find_first_of("./") != std::string::npos)
        return;
    std::vector<std::string_view> names;
    for (const Command& command : commands())
        names.push_back(command.name);
    const std::string_view meant = nearest(word, names);
    throw UsageError(
        shownText(word) + " is neither a command nor a file" +
        (meant.empty() ? "; softscope --help lists the commands" : "; did you mean " + std::string(meant) + "?"));
}

void checkFit(const Arguments& arguments) {
    const Command* command = arguments.command;
    for (const auto& [option, value] : arguments.given) {
        if (takes(command, *option))
            continue;
        std::string owners;
        for (const Command& one : commands()) {
            if (takes(&one, *optionOf(option->name, &one)))
                owners.append(owners.empty() ? "" : ", ").append(one.name);
        }
        throw UsageError(std::string(option->name) + " is an option of " + owners + " and not of " +
                         (command ? std::string(command->name) : "the window"));
    }
    if (command && std::ssize(arguments.files) > (command->takesFile ? 1 : 0))
        throw UsageError(std::string(command->name) +
                         (command->takesFile ? " takes one file, and " : " takes no file, and ") +
                         shownText(arguments.files.back()) + (command->takesFile ? " is one more" : " was given"));
    if (!command && arguments.files.size() > 1)
        throw UsageError("the window opens one file, and " + shownText(arguments.files.back()) + " is one more");
}

} // namespace

std::optional<std::string> Arguments::value(std::string_view name) const {
    for (auto one = given.rbegin(); one != given.rend(); ++one) {
        if (one->option->name == name)
            return one->value;
    }
    return std::nullopt;
}

bool Arguments::has(std::string_view name) const {
    return value(name).has_value();
}

std::filesystem::path Arguments::output() const {
    const auto file = value("-o");
    if (!file)
        throw UsageError(std::string(command->name) + " needs -o OUT, the file to write; - is standard output");
    if (file->empty())
        throw UsageError("-o takes the name of a file, not “”");
    return *file;
}

Arguments parseArguments(const std::vector<std::string>& words) {
    Arguments arguments;
    if (const auto first = firstWord(words)) {
        arguments.command = findCommand(*first);
        if (!arguments.command)
            checkIsFile(*first);
    }
    bool commandSeen = false, onlyFiles = false;
    for (std::size_t at = 0; at < words.size();) {
        const std::string& word = words[at];
        if (!onlyFiles && word == "--") {
            onlyFiles = true;
            ++at;
        } else if (!onlyFiles && word.size() > 1 && word.front() == '-') {
            arguments.given.push_back(readOption(words, at, arguments.command));
        } else {
            if (arguments.command && !commandSeen)
                commandSeen = true;
            else
                arguments.files.push_back(word);
            ++at;
        }
    }
    if (!arguments.has("--help") && !arguments.has("--version"))
        checkFit(arguments);
    return arguments;
}

} // namespace softscope
