// A tensor as files hold it.
#pragma once

#include "core/base/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace softscope {

enum class Dtype { f2, f4, f8, bf16, f8e4m3, f8e5m2, i1, i2, i4, i8, u1, u2, u4, u8, boolean };
std::size_t sizeOf(Dtype dtype);
std::string_view nameOf(Dtype dtype); ///< NumPy's or the format's own word: "float16", "bfloat16", …

/// A view of a tensor's bytes with what keeps them alive (a mapping, a buffer).
struct Tensor {
    Dtype dtype = Dtype::f4;
    std::vector<std::uint64_t> shape; ///< every product was checked against the bytes at hand
    bool fortranOrder = false;
    bool bigEndian = false;
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;

    std::uint64_t count() const;   ///< product of the shape
    std::string shapeText() const; ///< "[12, 27, 32]"
};

/// Element at a flat index in row-major order of the shape, widened.
double elementAt(const Tensor& tensor, std::uint64_t index);

/// The [rows × cols] matrix at the leading indices `lead` (one for each dimension but the last two), widened to
/// float32. `inexact`, when given, is raised by the number of f8 and i8 values that float32 cannot hold exactly.
/// Throws Cancelled once `stop` is set.
MatrixF matrixOf(const Tensor& tensor, std::span<const std::uint64_t> lead, std::uint64_t* inexact = nullptr,
                 const std::stop_token& stop = {});

/// One named tensor to write.
struct NamedMatrix {
    std::string name;
    const MatrixF* matrix = nullptr;
};

} // namespace softscope
