#include "app/commands.h"

#include <algorithm>

namespace softscope {
namespace {

constexpr std::size_t indent = 2, column = 36, width = 100;

/// The width of UTF-8 text without wide characters.
std::size_t widthOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// "  left     right", the right side broken into lines that begin in one column.
std::string line(const std::string& left, std::string_view right) {
    std::string text = std::string(indent, ' ') + left;
    std::size_t at = indent + widthOf(left);
    if (at + 2 > column) {
        text += "\n";
        at = 0;
    }
    text.append(column - at, ' ');
    at = column;
    while (!right.empty()) {
        const std::size_t end = std::min(right.find(' '), right.size());
        const std::string_view word = right.substr(0, end);
        right.remove_prefix(std::min(end + 1, right.size()));
        if (at != column && at + 1 + widthOf(word) > width) {
            text.append("\n").append(column, ' ');
            at = column;
        }
        text.append(at == column ? "" : " ").append(word);
        at += widthOf(word) + (at == column ? 0 : 1);
    }
    return text + "\n";
}

/// Whether the command has an option of that name in place of the scene's.
bool isReplaced(const Option& option, const Command& command) {
    const auto own = commandOptions();
    return option.group == Group::scene && std::any_of(own.begin(), own.end(), [&](const Option& one) {
               return one.name == option.name &&
                      std::find(command.groups.begin(), command.groups.end(), one.group) != command.groups.end();
           });
}

std::string optionsOf(Group group, const Command& command) {
    std::string text;
    for (const auto table : {sceneOptions(), commandOptions()}) {
        for (const Option& option : table) {
            if (option.group == group && !isReplaced(option, command))
                text += line(std::string(option.name) + (option.value.empty() ? "" : " ") + std::string(option.value),
                             option.help);
        }
    }
    return text;
}

std::string programHelp() {
    std::string text = "Softscope shows softmax(Q Kᵀ / √d_k) V of one attention head.\n\nUsage:\n";
    text += line("softscope [FILE]", "the window, on a session, an exported figure or a tensor file");
    for (const Command& command : commands()) {
        const std::string words = "softscope " + std::string(command.name) + (command.words.empty() ? "" : " ");
        text += line(words + std::string(command.words), command.help);
    }
    text += line("softscope COMMAND --help", "the options of a command");
    text += line("softscope --version", "which version this is");
    return text +
           "\nA SCENE is a FILE (a session, an exported figure), or --preset NAME, or --input TENSORS, or nothing "
           "(64\nrandom tokens with d_k 64); then options, which override what they name.\n";
}

} // namespace

std::string helpText(const Command* command) {
    if (!command)
        return programHelp();
    std::string text = "Usage: softscope " + std::string(command->name) + (command->words.empty() ? "" : " ") +
                       std::string(command->words) + "\n\n" + std::string(command->help) + "\n";
    const std::pair<Group, const char*> parts[] = {{Group::tokensList, "What is gone through"},
                                                   {Group::dKList, "What is gone through"},
                                                   {Group::train, "How it learns"},
                                                   {Group::depth, "What the stack is made of"},
                                                   {Group::trials, "How often"},
                                                   {Group::tableOutput, "Output"},
                                                   {Group::phaseOutput, "Output"},
                                                   {Group::mapOutput, "Output"},
                                                   {Group::tensorsOutput, "Output"},
                                                   {Group::sceneOutput, "Output"},
                                                   {Group::rows, "Output"},
                                                   {Group::bench, "Options"},
                                                   {Group::source, "SCENE begins with a FILE, or"},
                                                   {Group::scene, "Options of the scene"},
                                                   {Group::render, "Options of the picture"},
                                                   {Group::compute, "Where it is computed"}};
    std::string_view last;
    for (const auto& [group, title] : parts) {
        if (std::find(command->groups.begin(), command->groups.end(), group) == command->groups.end())
            continue;
        if (title != last)
            text.append("\n").append(title).append(":\n");
        last = title;
        text += optionsOf(group, *command);
    }
    return text;
}

} // namespace softscope
