// The commands, one small file each.
#pragma once

#include "app/arguments.h"

#include <span>
#include <stop_token>

namespace softscope {

struct Command {
    std::string_view name;
    std::string_view words; ///< what follows the name in the line of usage
    std::string_view help;
    std::vector<Group> groups; ///< of options it takes
    bool takesFile = false;    ///< the FILE of a SCENE
    /// Does the work; throws what main.cpp turns into an exit code.
    void (*run)(const Arguments& arguments, const std::stop_token& stop) = nullptr;
};

std::span<const Command> commands();
const Command* findCommand(std::string_view name);

void renderCommand(const Arguments& arguments, const std::stop_token& stop);
void statsCommand(const Arguments& arguments, const std::stop_token& stop);
void tensorsCommand(const Arguments& arguments, const std::stop_token& stop);
void sceneCommand(const Arguments& arguments, const std::stop_token& stop);
void devicesCommand(const Arguments& arguments, const std::stop_token& stop);
void benchCommand(const Arguments& arguments, const std::stop_token& stop);
void sweepCommand(const Arguments& arguments, const std::stop_token& stop);
void phaseCommand(const Arguments& arguments, const std::stop_token& stop);
void trainCommand(const Arguments& arguments, const std::stop_token& stop);
void depthCommand(const Arguments& arguments, const std::stop_token& stop);
void curesCommand(const Arguments& arguments, const std::stop_token& stop);
void flowCommand(const Arguments& arguments, const std::stop_token& stop);
void presetsCommand(const Arguments& arguments, const std::stop_token& stop);

/// The text of --help, of a command or (null) of the program.
std::string helpText(const Command* command);

} // namespace softscope
