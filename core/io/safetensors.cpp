#include "core/io/safetensors.h"

#include "core/base/error.h"
#include "core/io/atomic_file.h"
#include "core/io/foreign.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors_header.h"
#include "core/io/system_reason.h"

#include <nlohmann/json.hpp>

#include <cstring>

namespace softscope {
namespace {

constexpr std::size_t lengthBytes = 8, alignment = 8;
constexpr std::uint64_t mostHeaderBytes = 100'000'000;

/// What a file that is no .safetensors is instead, for the sentence.
std::string foreignReason(std::span<const std::byte> bytes) {
    if (const auto reason = pickleReason(bytes))
        return *reason;
    if (isZip(bytes))
        return "it is an .npz or another zip, and this version reads heads from .safetensors; convert it in Python "
               "with "
               "safetensors.numpy.save_file(dict(numpy.load(\"in.npz\")), \"out.safetensors\")";
    if (isNpy(bytes))
        return "it is one array in an .npy, and this version reads heads from .safetensors; write one in Python with "
               "safetensors.numpy.save_file({\"q\": q, \"k\": k, \"v\": v}, \"out.safetensors\")";
    return {};
}

SafetensorsHeader headerOf(std::span<const std::byte> bytes, std::size_t& dataAt) {
    std::uint64_t length = 0;
    if (bytes.size() >= lengthBytes)
        std::memcpy(&length, bytes.data(), lengthBytes);
    const bool plausible = bytes.size() >= lengthBytes && length <= bytes.size() - lengthBytes;
    const char* const text = reinterpret_cast<const char*>(bytes.data());
    if (!plausible || length > mostHeaderBytes || length == 0 || text[lengthBytes] != '{') {
        // A header of 640 bytes begins like a pickle: other kinds are looked for only where this one is ruled out.
        if (const std::string foreign = foreignReason(bytes); !foreign.empty())
            throw Error(foreign);
        if (bytes.empty())
            throw Error("it is empty");
        if (bytes.size() < lengthBytes)
            throw Error("it has " + byteText(bytes.size()) + ", fewer than the length of a .safetensors header takes");
        if (length > mostHeaderBytes)
            throw Error("it is no .safetensors file: its first 8 bytes claim a header of " + byteText(length) +
                        ", and 100 MB is the most");
        if (!plausible)
            throw Error("its header claims " + byteText(length) +
                        " and the file ends before that: it was cut short or is "
                        "no .safetensors file");
    }
    dataAt = lengthBytes + static_cast<std::size_t>(length);
    return parseSafetensorsHeader({text + lengthBytes, static_cast<std::size_t>(length)}, bytes.size() - dataAt);
}

} // namespace

TensorFile readSafetensors(const std::filesystem::path& file) {
    const MappedFile mapped = mapFile(file);
    std::size_t dataAt = 0;
    SafetensorsHeader header;
    try {
        header = headerOf(mapped.bytes, dataAt);
    } catch (const Error& error) {
        refuseFile("open", file, error.what());
    }
    TensorFile result;
    result.metadata = std::move(header.metadata);
    for (auto& [name, entry] : header.entries) {
        Tensor tensor;
        tensor.dtype = entry.dtype;
        tensor.shape = std::move(entry.shape);
        tensor.bytes = mapped.bytes.subspan(dataAt + entry.begin, entry.end - entry.begin);
        tensor.owner = mapped.owner;
        result.tensors.emplace(name, std::move(tensor));
    }
    return result;
}

void writeSafetensors(const std::filesystem::path& file, std::span<const NamedMatrix> matrices,
                      const std::map<std::string, std::string>& metadata, std::stop_token stop) {
    nlohmann::json header = nlohmann::json::object();
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    // By name, as the header lists them, so that its offsets rise from line to line.
    std::map<std::string, const MatrixF*> sorted;
    for (const NamedMatrix& named : matrices)
        sorted[named.name] = named.matrix;
    std::uint64_t at = 0;
    for (const auto& [name, matrix] : sorted) {
        const std::uint64_t end = at + static_cast<std::uint64_t>(matrix->size()) * sizeof(float);
        header[name] = {{"dtype", "F32"}, {"shape", {matrix->rows(), matrix->cols()}}, {"data_offsets", {at, end}}};
        at = end;
    }
    std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    text.append((alignment - text.size() % alignment) % alignment, ' ');
    const std::uint64_t length = text.size();
    AtomicFile target(file, lengthBytes + length + at, std::move(stop));
    target.write(std::as_bytes(std::span(&length, 1)));
    target.write(text);
    for (const auto& [name, matrix] : sorted)
        target.write(std::as_bytes(std::span(matrix->data(), static_cast<std::size_t>(matrix->size()))));
    target.commit();
}

} // namespace softscope
