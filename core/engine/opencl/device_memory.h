// One device with its queue and kernels, and the matrices that lie on it.
#pragma once

#include "core/engine/frame.h"
#include "core/engine/opencl/program.h"

#include <algorithm>
#include <span>

namespace softscope::opencl {

inline constexpr Index panelRows = 64;  ///< tokens in a panel, as kernels.cl has it
inline constexpr Index mostPanels = 64; ///< in a block
inline constexpr Index slack = 128;     ///< numbers before and after those of a block, together

inline Index panelsOf(Index tokens) {
    return (tokens + panelRows - 1) / panelRows;
}

struct Kernels {
    explicit Kernels(const cl::Program& program);
    cl::Kernel product, rows, spectral, cells, narrowCells, exact, begin, finish, weightPanels, badValues;
};

class DeviceMemory {
public:
    /// Buffers of more than `most` bytes are refused as if the device had not so much.
    DeviceMemory(const cl::Device& device, const Shape& shapeToUse, const std::filesystem::path& cacheFolder,
                 std::size_t most);

    /// A buffer of so many bytes, one at least.
    cl::Buffer take(std::size_t bytes) const;
    template <typename Number>
    cl::Buffer numbers(Index count) const {
        return take(static_cast<std::size_t>(count) * sizeof(Number));
    }
    /// A copy on the device; returns when it is there.
    template <typename Number>
    cl::Buffer copyOf(std::span<const Number> values) const {
        cl::Buffer buffer = take(values.size_bytes());
        if (!values.empty())
            queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size_bytes(), values.data());
        return buffer;
    }
    /// matrix [tokens × inner] in panels [panel][innerPadded][64] with zeros around: the side of a product.
    cl::Buffer panels(const MatrixF& matrix, Index innerPadded) const;
    /// matrixᵀ: the columns are the tokens, the rows the inner dimension.
    cl::Buffer transposedPanels(const MatrixF& matrix, Index innerPadded) const;

    Shape shape;
    std::size_t most; ///< bytes of one buffer
    cl::Context context;
    cl::CommandQueue queue;
    Kernels kernels;
};

/// A buffer that is used for one block after the other, and grows where it must. The queue is in order, so nothing has
/// to wait for the block before.
class Room {
public:
    template <typename Number>
    const cl::Buffer& numbers(const DeviceMemory& device, Index count) {
        const std::size_t bytes = static_cast<std::size_t>(std::max<Index>(count, 1)) * sizeof(Number);
        if (bytes > m_bytes) {
            m_buffer = cl::Buffer(); // goes before the larger one comes
            m_bytes = 0;
            m_buffer = device.take(bytes);
            m_bytes = bytes;
        }
        return m_buffer;
    }
    const cl::Buffer& operator*() const { return m_buffer; }

private:
    cl::Buffer m_buffer;
    std::size_t m_bytes = 0;
};

/// Puts a kernel into the queue; `values` are its arguments in order.
template <typename... Values>
void launch(const DeviceMemory& device, cl::Kernel kernel, const cl::NDRange& global, const cl::NDRange& local,
            const Values&... values) {
    cl_uint place = 0;
    (kernel.setArg(place++, values), ...);
    device.queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
}

} // namespace softscope::opencl
