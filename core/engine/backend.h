// Where the streaming pass runs: on the processor or on an OpenCL device.
#pragma once

#include "core/engine/evaluate.h"

#include <optional>
#include <string>
#include <string_view>

namespace softscope {

struct Job;

enum class BackendKind { automatic, cpu, opencl };

/// What a person asks for: `auto`, `cpu`, `opencl`, or `opencl:N`, the device that `softscope devices` numbers N.
struct BackendChoice {
    BackendKind kind = BackendKind::automatic;
    std::optional<int>
        device; ///< for opencl; empty: the first that can be used, one that is no processor before others
    bool operator==(const BackendChoice&) const = default;
};
/// Empty for any other word.
std::optional<BackendChoice> backendFromWord(std::string_view word);
std::string wordOf(const BackendChoice& choice);

/// One place where passes are streamed. There are two: CpuStream and opencl::WorkerProcess.
class Backend {
public:
    Backend() = default;
    virtual ~Backend() = default;
    Backend(const Backend&) = delete;
    Backend& operator=(const Backend&) = delete;
    Backend(Backend&&) = delete;
    Backend& operator=(Backend&&) = delete;

    /// Fills the streamed parts of the jobs' frames (forward.h). Passes have equal qkNorm. Throws Cancelled, Error.
    virtual void stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute) = 0;
};

} // namespace softscope
