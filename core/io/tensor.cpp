#include "core/io/tensor.h"

#include "core/base/error.h"
#include "core/io/widen.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace softscope {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read and written as little-endian memory");

struct DtypeFacts {
    std::size_t size;
    std::string_view name;
};
// In the order of Dtype.
constexpr std::array<DtypeFacts, 15> dtypes{{{2, "float16"},
                                             {4, "float32"},
                                             {8, "float64"},
                                             {2, "bfloat16"},
                                             {1, "float8_e4m3"},
                                             {1, "float8_e5m2"},
                                             {1, "int8"},
                                             {2, "int16"},
                                             {4, "int32"},
                                             {8, "int64"},
                                             {1, "uint8"},
                                             {2, "uint16"},
                                             {4, "uint32"},
                                             {8, "uint64"},
                                             {1, "bool"}}};

/// Bytes at any alignment → a number of type Raw.
template <typename Raw>
Raw load(const std::byte* from, bool bigEndian) {
    std::array<std::byte, sizeof(Raw)> bytes;
    std::memcpy(bytes.data(), from, sizeof(Raw));
    if (bigEndian)
        std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Raw>(bytes);
}

/// How one dtype is read: the stored type, and from it the number.
template <typename Raw, auto widened>
struct Reader {
    static constexpr std::size_t size = sizeof(Raw);
    static auto read(const std::byte* from, bool bigEndian) { return widened(load<Raw>(from, bigEndian)); }
};

template <typename Raw>
constexpr Raw asItIs(Raw value) {
    return value;
}
constexpr float truth(std::uint8_t byte) {
    return byte != 0 ? 1.0F : 0.0F;
}

template <typename Use>
auto withReader(Dtype dtype, const Use& use) {
    switch (dtype) {
    case Dtype::f2:
        return use(Reader<std::uint16_t, widenFloat16>());
    case Dtype::f8:
        return use(Reader<double, asItIs<double>>());
    case Dtype::bf16:
        return use(Reader<std::uint16_t, widenBfloat16>());
    case Dtype::f8e4m3:
        return use(Reader<std::uint8_t, widenFloat8E4M3>());
    case Dtype::f8e5m2:
        return use(Reader<std::uint8_t, widenFloat8E5M2>());
    case Dtype::i1:
        return use(Reader<std::int8_t, asItIs<std::int8_t>>());
    case Dtype::i2:
        return use(Reader<std::int16_t, asItIs<std::int16_t>>());
    case Dtype::i4:
        return use(Reader<std::int32_t, asItIs<std::int32_t>>());
    case Dtype::i8:
        return use(Reader<std::int64_t, asItIs<std::int64_t>>());
    case Dtype::u1:
        return use(Reader<std::uint8_t, asItIs<std::uint8_t>>());
    case Dtype::u2:
        return use(Reader<std::uint16_t, asItIs<std::uint16_t>>());
    case Dtype::u4:
        return use(Reader<std::uint32_t, asItIs<std::uint32_t>>());
    case Dtype::u8:
        return use(Reader<std::uint64_t, asItIs<std::uint64_t>>());
    case Dtype::boolean:
        return use(Reader<std::uint8_t, truth>());
    default:
        return use(Reader<float, asItIs<float>>());
    }
}

/// Whether float32 holds the number: NaN counts as held.
template <typename Number>
bool isHeld(Number number, float narrowed) {
    if constexpr (std::is_same_v<Number, double>) {
        return static_cast<double>(narrowed) == number || std::isnan(number);
    } else if constexpr (std::is_integral_v<Number> && sizeof(Number) >= 4) {
        // long double holds every 64-bit integer, and every float.
        return static_cast<long double>(narrowed) == static_cast<long double>(number);
    } else {
        return true;
    }
}

/// How far apart neighbours along each dimension lie, in elements.
std::vector<std::uint64_t> stridesOf(const Tensor& tensor) {
    std::vector<std::uint64_t> strides(tensor.shape.size());
    std::uint64_t stride = 1;
    for (std::size_t i = 0; i < strides.size(); ++i) {
        const std::size_t d = tensor.fortranOrder ? i : strides.size() - 1 - i;
        strides[d] = stride;
        stride *= tensor.shape[d];
    }
    return strides;
}

} // namespace

std::size_t sizeOf(Dtype dtype) {
    return dtypes[static_cast<std::size_t>(dtype)].size;
}

std::string_view nameOf(Dtype dtype) {
    return dtypes[static_cast<std::size_t>(dtype)].name;
}

std::uint64_t Tensor::count() const {
    if (std::find(shape.begin(), shape.end(), 0U) != shape.end())
        return 0; // whatever the other dimensions say: their product may not fit 64 bits
    std::uint64_t product = 1;
    for (const std::uint64_t length : shape)
        product *= length;
    return product;
}

std::string Tensor::shapeText() const {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return text + "]";
}

double elementAt(const Tensor& tensor, std::uint64_t index) {
    if (index >= tensor.count())
        throw Error("There is no element " + std::to_string(index) + " in a tensor of shape " + tensor.shapeText() +
                    ".");
    const std::vector<std::uint64_t> strides = stridesOf(tensor);
    std::uint64_t at = 0;
    for (std::size_t d = strides.size(); d-- > 0; index /= tensor.shape[d])
        at += index % tensor.shape[d] * strides[d];
    return withReader(tensor.dtype, [&](auto reader) {
        return static_cast<double>(reader.read(tensor.bytes.data() + at * reader.size, tensor.bigEndian));
    });
}

MatrixF matrixOf(const Tensor& tensor, std::span<const std::uint64_t> lead, std::uint64_t* inexact,
                 const std::stop_token& stop) {
    const std::size_t dimensions = tensor.shape.size();
    if (dimensions < 2 || lead.size() != dimensions - 2 || tensor.count() == 0)
        throw Error("There is no matrix in a tensor of shape " + tensor.shapeText() + ".");
    const std::vector<std::uint64_t> strides = stridesOf(tensor);
    std::uint64_t base = 0;
    for (std::size_t d = 0; d < lead.size(); ++d) {
        if (lead[d] >= tensor.shape[d])
            throw Error("There is no matrix " + std::to_string(lead[d]) + " in a tensor of shape " +
                        tensor.shapeText() + ".");
        base += lead[d] * strides[d];
    }
    MatrixF matrix(static_cast<Index>(tensor.shape[dimensions - 2]), static_cast<Index>(tensor.shape[dimensions - 1]));
    std::uint64_t lost = 0;
    withReader(tensor.dtype, [&](auto reader) {
        const std::size_t rowStep = strides[dimensions - 2] * reader.size, step = strides[dimensions - 1] * reader.size;
        const std::byte* row = tensor.bytes.data() + base * reader.size;
        for (Index i = 0; i < matrix.rows(); ++i, row += rowStep) {
            if (stop.stop_requested())
                throw Cancelled();
            const std::byte* from = row;
            for (Index j = 0; j < matrix.cols(); ++j, from += step) {
                const auto number = reader.read(from, tensor.bigEndian);
                const auto narrowed = static_cast<float>(number);
                lost += isHeld(number, narrowed) ? 0 : 1;
                matrix(i, j) = narrowed;
            }
        }
        return 0;
    });
    if (inexact != nullptr)
        *inexact += lost;
    return matrix;
}

} // namespace softscope
