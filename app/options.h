// Every option of the command line, one row each: to add one, add a row (scene_options.cpp, command_options.cpp).
#pragma once

#include "core/scene/scene.h"

#include <span>
#include <string_view>

namespace softscope {

enum class Group {
    scene,         ///< of every command that takes a SCENE; sets a field of it
    render,        ///< of render; sets a field of the scene's figure
    compute,       ///< where and how it is computed
    source,        ///< what SCENE begins with
    mapOutput,     ///< -o of render
    tensorsOutput, ///< of tensors
    sceneOutput,   ///< of scene
    rows,          ///< --rows
    bench,         ///< of bench
    dKList,        ///< --d-k LIST, in place of the scene's one
    tokensList,    ///< --tokens LIST, in place of the scene's one
    trials,        ///< --trials; sets a field of the scene
    tableOutput,   ///< -o of what prints a table
    phaseOutput,   ///< -o of phase
    train,         ///< of train; sets a field of the scene
    depth,         ///< of depth; sets a field of the scene
    general        ///< --help, --version
};

/// Which sources an option makes sense for.
enum class Fits { any, random, tensors };

struct Option {
    std::string_view name;  ///< "--tokens"
    std::string_view value; ///< what stands for its value in --help; empty: a switch
    std::string_view help;
    Group group = Group::general;
    Fits fits = Fits::any;
    /// Puts the value into the scene. Throws UsageError that goes on from the option's name ("takes …, not …").
    void (*apply)(Scene& scene, std::string_view value) = nullptr;
};

/// Those that set fields of the scene, in the order in which they are applied.
std::span<const Option> sceneOptions();
/// Those that a command reads itself.
std::span<const Option> commandOptions();

const Option* findOption(std::string_view name);

} // namespace softscope
