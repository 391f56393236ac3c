#include "core/head/build.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/resources.h"
#include "core/head/edits.h"
#include "core/head/file_state.h"
#include "core/head/from_tensors.h"
#include "core/head/recipes.h"
#include "core/io/system_reason.h"

#include <algorithm>
#include <new>

namespace softscope {
namespace {

constexpr std::size_t rememberedBytes = std::size_t(256) << 20;

/// Bytes of the matrices of a Gaussian or projected head; all factors are within core/scene/limits.h, so it cannot
/// overflow.
std::uintmax_t bytesOf(const Source& source) {
    const auto n = static_cast<std::uintmax_t>(source.tokens), dK = static_cast<std::uintmax_t>(source.dK);
    const auto dV = static_cast<std::uintmax_t>(source.dV.value_or(source.dK));
    std::uintmax_t numbers = n * (2 * dK + dV);
    if (source.kind == SourceKind::projection)
        numbers += static_cast<std::uintmax_t>(source.dModel) * (n + 2 * dK + dV);
    return numbers * sizeof(float);
}

std::string needs(const Source& source) {
    return "A head of " + std::to_string(source.tokens) + " tokens with d_k " + std::to_string(source.dK) + " needs " +
           byteText(bytesOf(source)) + " of memory";
}

Head headOf(const Source& source, GaussianMemory& memory, int threads, const std::stop_token& stop) {
    switch (source.kind) {
    case SourceKind::workedExample:
        return workedExample();
    case SourceKind::saturation:
        return saturationExample();
    default:
        break;
    }
    // Asking the system takes longer than making a small head; where even that does not fit, allocating it fails.
    constexpr std::uintmax_t small = 64U << 20U;
    if (const std::uintmax_t available = bytesOf(source) > small ? availableMemory() : small;
        bytesOf(source) > available)
        throw Error(needs(source) + " and " + byteText(available) + " are free: take fewer tokens or a smaller d_k.");
    return source.kind == SourceKind::gaussian ? gaussianHead(source, memory, threads, stop)
                                               : projectedHead(source, memory, threads, stop);
}

HeadPointer labelled(Head head, const Source& source) {
    if (!source.labels.empty()) {
        const auto count = std::min(source.labels.size(), static_cast<std::size_t>(head.nQ()));
        head.queryLabels.assign(source.labels.begin(), source.labels.begin() + static_cast<std::ptrdiff_t>(count));
        head.keyLabels = head.queryLabels;
    }
    return std::make_shared<const Head>(std::move(head));
}

HeadPointer withEdits(Head head, const std::vector<Edit>& edits) {
    applyEdits(head, edits);
    return std::make_shared<const Head>(std::move(head));
}

[[noreturn]] void refuseForMemory(const Source& source) {
    if (source.kind == SourceKind::tensors)
        throw Error("The head in " + source.tensors.path + " needs more memory than there is.");
    throw Error(needs(source) + ", more than there is: take fewer tokens or a smaller d_k.");
}

HeadPointer plainHead(const Source& source, GaussianMemory& memory, int threads, const std::stop_token& stop) {
    if (source.kind == SourceKind::tensors)
        return headFromTensors(source.tensors, stop);
    return labelled(headOf(source, memory, threads, stop), source);
}

} // namespace

struct HeadBuilder::Memory {
    GaussianMemory gaussians{rememberedBytes};
    Source source;
    FileState file;          ///< of a source of tensors
    HeadPointer plain;       ///< of `source`, without edits
    std::vector<Edit> edits; ///< what `edited` has on top
    HeadPointer edited;

    HeadPointer build(const Source& newSource, const std::vector<Edit>& newEdits, int threads,
                      const std::stop_token& stop);
};

HeadPointer HeadBuilder::Memory::build(const Source& newSource, const std::vector<Edit>& newEdits, int threads,
                                       const std::stop_token& stop) {
    const FileState newFile = stateOf(newSource);
    if (!plain || newSource != source || newFile != file) {
        edited = nullptr;
        plain = nullptr; // its memory goes before the next head takes as much
        plain = plainHead(newSource, gaussians, threads, stop);
        source = newSource;
        file = newFile;
    }
    if (newEdits.empty())
        return plain;
    if (!edited || newEdits != edits) {
        edited = nullptr;
        edited = withEdits(*plain, newEdits);
        edits = newEdits;
    }
    return edited;
}

HeadBuilder::HeadBuilder() : m_memory(std::make_unique<Memory>()) {}
HeadBuilder::~HeadBuilder() = default;
HeadBuilder::HeadBuilder(HeadBuilder&&) noexcept = default;
HeadBuilder& HeadBuilder::operator=(HeadBuilder&&) noexcept = default;

HeadPointer HeadBuilder::build(const Source& source, const std::vector<Edit>& edits, int threads,
                               const std::stop_token& stop) {
    try {
        return m_memory->build(source, edits, threads, stop);
    } catch (const std::bad_alloc&) {
        m_memory = std::make_unique<Memory>();
        refuseForMemory(source);
    }
}

HeadPointer buildHead(const Scene& scene, int threads, const std::stop_token& stop) {
    GaussianMemory nothing(0);
    try {
        const HeadPointer plain = plainHead(scene.source, nothing, threads, stop);
        return scene.edits.empty() ? plain : withEdits(*plain, scene.edits);
    } catch (const std::bad_alloc&) {
        refuseForMemory(scene.source);
    }
}

} // namespace softscope
