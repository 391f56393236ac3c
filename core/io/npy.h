// NumPy's .npy, by our own reader to the rules of formats.md.
#pragma once

#include "core/io/atomic_file.h"
#include "core/io/tensor.h"

namespace softscope {

/// The header and where the data begins. `available` is how many bytes the whole file (or member) has.
/// Throws Error: one sentence, without the file's name.
struct NpyHeader {
    Dtype dtype = Dtype::f4;
    bool bigEndian = false, fortranOrder = false;
    std::vector<std::uint64_t> shape;
    std::size_t dataOffset = 0;
};
NpyHeader parseNpyHeader(std::span<const std::byte> start, std::uint64_t available);

/// A memory-mapped .npy. Throws Error with the file's name.
Tensor readNpy(const std::filesystem::path& file);

/// Header of a C-order little-endian float32 array, ready to be followed by its bytes.
std::string npyHeader(std::span<const std::uint64_t> shape);
/// The same for another type, in NumPy's words ("<U5").
std::string npyHeader(std::string_view descr, std::span<const std::uint64_t> shape);
/// The whole file as bytes.
std::string npyBytes(const MatrixF& matrix);

} // namespace softscope
