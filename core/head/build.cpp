#include "core/head/build.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/resources.h"
#include "core/head/edits.h"
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
    return "a head of " + std::to_string(source.tokens) + " tokens with d_k " + std::to_string(source.dK) + " needs " +
           byteText(bytesOf(source)) + " of memory";
}

Head headOf(const Source& source, GaussianMemory& memory) {
    switch (source.kind) {
    case SourceKind::workedExample:
        return workedExample();
    case SourceKind::saturation:
        return saturationExample();
    case SourceKind::gaussian:
    case SourceKind::projection:
        break;
    case SourceKind::tensors:
        throw Error("tensor files cannot be opened");
    }
    if (const std::uintmax_t available = availableMemory(); bytesOf(source) > available)
        throw Error(needs(source) + " and " + byteText(available) + " are free: take fewer tokens or a smaller d_k.");
    return source.kind == SourceKind::gaussian ? gaussianHead(source, memory) : projectedHead(source, memory);
}

HeadPointer labelled(Head head, const Source& source) {
    if (!source.labels.empty()) {
        const auto count = std::min(source.labels.size(), static_cast<std::size_t>(head.nQ()));
        head.queryLabels.assign(source.labels.begin(), source.labels.begin() + static_cast<std::ptrdiff_t>(count));
        head.keyLabels = head.queryLabels;
    }
    return std::make_shared<const Head>(std::move(head));
}

} // namespace

struct HeadBuilder::Memory {
    GaussianMemory gaussians{rememberedBytes};
    Source source;
    HeadPointer plain;       ///< of `source`, without edits
    std::vector<Edit> edits; ///< what `edited` has on top
    HeadPointer edited;

    HeadPointer build(const Source& newSource, const std::vector<Edit>& newEdits);
};

HeadPointer HeadBuilder::Memory::build(const Source& newSource, const std::vector<Edit>& newEdits) {
    if (!plain || newSource != source) {
        edited = nullptr;
        plain = nullptr; // its memory goes before the next head takes as much
        plain = labelled(headOf(newSource, gaussians), newSource);
        source = newSource;
    }
    if (newEdits.empty())
        return plain;
    if (!edited || newEdits != edits) {
        edited = nullptr;
        Head head = *plain;
        applyEdits(head, newEdits);
        edited = std::make_shared<const Head>(std::move(head));
        edits = newEdits;
    }
    return edited;
}

HeadBuilder::HeadBuilder() : m_memory(std::make_unique<Memory>()) {}
HeadBuilder::~HeadBuilder() = default;
HeadBuilder::HeadBuilder(HeadBuilder&&) noexcept = default;
HeadBuilder& HeadBuilder::operator=(HeadBuilder&&) noexcept = default;

HeadPointer HeadBuilder::build(const Source& source, const std::vector<Edit>& edits) {
    try {
        return m_memory->build(source, edits);
    } catch (const std::bad_alloc&) {
        m_memory = std::make_unique<Memory>();
        throw Error(needs(source) + ", more than there is: take fewer tokens or a smaller d_k.");
    }
}

HeadPointer buildHead(const Scene& scene) {
    return HeadBuilder().build(scene.source, scene.edits);
}

std::shared_ptr<const MatrixF> upstreamOf(const Scene& scene, const Head&) {
    if (scene.upstream.empty())
        return nullptr;
    throw Error("upstream files cannot be opened");
}

} // namespace softscope
