#include "core/head/upstream.h"
#include "core/base/error.h"
#include "core/base/resources.h"
#include "core/head/build.h"
#include "core/head/random.h"
#include "core/io/npy.h"

namespace softscope {

std::shared_ptr<const MatrixF> upstreamOf(const Scene& scene, const Head& head) {
    if (scene.upstream.empty())
        return nullptr;
    if (scene.upstream == gaussianUpstream) {
        auto g = std::make_shared<MatrixF>(head.nQ(), head.dV());
        fillGaussian(*g, scene.source.seed, Stream::upstream, 1);
        return g;
    }
    const std::filesystem::path file = resolvePath(scene.upstream);
    const Tensor tensor = readNpy(file);
    const auto rows = static_cast<std::uint64_t>(head.nQ()), cols = static_cast<std::uint64_t>(head.dV());
    if (tensor.shape != std::vector<std::uint64_t>{rows, cols})
        throw Error(file.string() + " has the shape " + tensor.shapeText() +
                    "; an upstream gradient has one number for each " + "number of the output, here [" +
                    std::to_string(rows) + ", " + std::to_string(cols) + "].");
    return std::make_shared<const MatrixF>(matrixOf(tensor, {}));
}

} // namespace softscope
