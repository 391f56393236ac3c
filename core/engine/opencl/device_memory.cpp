#include "core/engine/opencl/device_memory.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <vector>

namespace softscope::opencl {

namespace {

/// Panels go over one after the other, by way of a few megabytes: a second copy of a long head is not made.
template <typename Fill>
cl::Buffer panelBuffer(const DeviceMemory& device, Index panels, Index innerPadded, const Fill& fill) {
    constexpr Index room = 4'194'304;
    const Index size = innerPadded * panelRows,
                together = std::clamp<Index>(room / size, 1, std::max<Index>(panels, 1));
    cl::Buffer buffer = device.numbers<float>(panels * size);
    std::vector<float> staging(static_cast<std::size_t>(together * size));
    for (Index first = 0; first < panels; first += together) {
        const Index count = std::min(together, panels - first);
        parallelFor(count, 0, {}, [&](Index p) {
            float* const target = staging.data() + p * size;
            std::fill(target, target + size, 0.F);
            fill(first + p, target);
        });
        device.queue.enqueueWriteBuffer(buffer, CL_TRUE, static_cast<std::size_t>(first * size) * sizeof(float),
                                        static_cast<std::size_t>(count * size) * sizeof(float), staging.data());
    }
    return buffer;
}

} // namespace

Kernels::Kernels(const cl::Program& program)
    : product(program, "product"), rows(program, "rows"), spectral(program, "spectral"), cells(program, "cells"),
      narrowCells(program, "narrowCells"), exact(program, "exact"), begin(program, "begin"), finish(program, "finish"),
      weightPanels(program, "weightPanels"), badValues(program, "badValues") {}

DeviceMemory::DeviceMemory(const cl::Device& device, const Shape& shapeToUse, const std::filesystem::path& cacheFolder,
                           std::size_t mostBytes)
    : shape(shapeToUse), most(std::min<std::size_t>(mostBytes == 0 ? SIZE_MAX : mostBytes,
                                                    device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>())),
      context(device), queue(context, device), kernels(buildProgram(context, device, shape, cacheFolder)) {}

cl::Buffer DeviceMemory::take(std::size_t bytes) const {
    if (bytes > most)
        throw cl::Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "a buffer");
    return {context, CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 4)};
}

cl::Buffer DeviceMemory::panels(const MatrixF& matrix, Index innerPadded) const {
    return panelBuffer(*this, panelsOf(matrix.rows()), innerPadded, [&](Index panel, float* target) {
        const Index first = panel * panelRows, rows = std::min(panelRows, matrix.rows() - first);
        using Panel = Eigen::Map<MatrixF, 0, Eigen::OuterStride<panelRows>>;
        Panel(target, matrix.cols(), rows) = matrix.middleRows(first, rows).transpose();
    });
}

cl::Buffer DeviceMemory::transposedPanels(const MatrixF& matrix, Index innerPadded) const {
    return panelBuffer(*this, panelsOf(matrix.cols()), innerPadded, [&](Index panel, float* target) {
        const Index first = panel * panelRows, columns = std::min(panelRows, matrix.cols() - first);
        using Panel = Eigen::Map<MatrixF, 0, Eigen::OuterStride<panelRows>>;
        Panel(target, matrix.rows(), columns) = matrix.middleCols(first, columns);
    });
}

} // namespace softscope::opencl
