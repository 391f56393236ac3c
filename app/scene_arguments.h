// The SCENE of the command line: a file or a preset or the default, then the options on top.
#pragma once

#include "app/arguments.h"
#include "core/engine/backends.h"
#include "core/engine/evaluate.h"
#include "core/head/build.h"
#include "core/scene/scene.h"

namespace softscope {

/// Throws UsageError: a value out of range, an option that does not fit the source. Error: a file that cannot be read.
/// `otherwise` is what the options change where neither a file nor a preset is given.
Scene sceneOf(const Arguments& arguments, Scene otherwise = {});

/// The devices of this machine, in processes of this program.
std::unique_ptr<Backends> backendsHere(bool stay);

/// --threads and the stop token, for what is always computed on the CPU. Throws UsageError, also for --backend opencl.
Compute cpuOf(const Arguments& arguments, std::stop_token stop);

/// A scene with its head, the selection inside it, and its upstream gradient (null: ones) and how to
/// compute with them.
struct Subject {
    Scene scene;
    HeadPointer head;
    std::shared_ptr<const MatrixF> upstream;
    std::unique_ptr<Backends> backends;
    Compute compute; ///< --threads, the stop token, `backends` and `upstream`

    /// What the backends have to say, on standard error.
    void tellNotes() const;
};
/// Throws also UsageError for a --row that the head does not have, Error for a
/// --backend that cannot be had, Cancelled.
Subject subjectOf(const Arguments& arguments, std::stop_token stop);

} // namespace softscope
