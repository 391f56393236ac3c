// Heads, passes and frames over a Channel.
#pragma once

#include "core/engine/devices/channel.h"
#include "core/engine/forward.h"

#include <cstdint>
#include <vector>

namespace softscope::opencl {

/// What one stream() is about, as it arrives. V is there only where a pass wants the output.
struct Work {
    Head head;
    std::vector<Pass> passes;
    std::vector<Frame> frames; ///< with a Map for each map of its pass
    std::vector<Job> jobs();
};

void sendWork(Channel& channel, const Head& head, const std::vector<Job>& jobs);
Work receiveWork(Channel& channel);

/// The streamed parts of the frames, after their size in bytes.
void sendFrames(Channel& channel, const Work& work);
void receiveFrames(Channel& channel, const Head& head, const std::vector<Job>& jobs);
/// Reads what sendFrames() sent, and forgets it.
void skipFrames(Channel& channel);

} // namespace softscope::opencl
