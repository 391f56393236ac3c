#include "core/io/npy.h"

#include "core/base/error.h"
#include "core/io/foreign.h"
#include "core/io/mapped_file.h"
#include "core/io/system_reason.h"

namespace softscope {
namespace {

constexpr std::size_t alignment = 64, prefixBytes = 10; // magic, version and a two-byte length

} // namespace

Tensor readNpy(const std::filesystem::path& file) {
    const MappedFile mapped = mapFile(file);
    if (mapped.bytes.empty())
        refuseFile("open", file, "it is empty");
    if (!isNpy(mapped.bytes)) {
        if (const auto reason = pickleReason(mapped.bytes))
            refuseFile("open", file, *reason);
        if (isZip(mapped.bytes))
            refuseFile("open", file, "it is an .npz or another zip, and one array in an .npy is needed here");
    }
    Tensor tensor;
    NpyHeader header;
    try {
        header = parseNpyHeader(mapped.bytes, mapped.bytes.size());
    } catch (const Error& error) {
        refuseFile("open", file, error.what());
    }
    tensor.dtype = header.dtype;
    tensor.shape = std::move(header.shape);
    tensor.fortranOrder = header.fortranOrder;
    tensor.bigEndian = header.bigEndian;
    tensor.owner = mapped.owner;
    tensor.bytes = mapped.bytes.subspan(header.dataOffset, tensor.count() * sizeOf(tensor.dtype));
    return tensor;
}

std::string npyHeader(std::span<const std::uint64_t> shape) {
    return npyHeader("<f4", shape);
}

std::string npyHeader(std::string_view descr, std::span<const std::uint64_t> shape) {
    std::string text = "{'descr': '";
    text += descr;
    text += "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    text += shape.size() == 1 ? ",), }" : "), }";
    const std::size_t used = prefixBytes + text.size() + 1;
    text.append((alignment - used % alignment) % alignment, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01", 7);
    header += '\0';
    header += static_cast<char>(text.size() & 0xFF);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

std::string npyBytes(const MatrixF& matrix) {
    const std::uint64_t shape[] = {static_cast<std::uint64_t>(matrix.rows()),
                                   static_cast<std::uint64_t>(matrix.cols())};
    std::string bytes = npyHeader(shape);
    bytes.append(reinterpret_cast<const char*>(matrix.data()), static_cast<std::size_t>(matrix.size()) * sizeof(float));
    return bytes;
}

} // namespace softscope
