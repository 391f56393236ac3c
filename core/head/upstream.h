// Words for upstream gradients that are no file.
#pragma once

#include <string_view>

namespace softscope {

/// What Scene::upstream says where G = ∂L/∂O is Gaussian, with σ = 1, of the scene's seed.
inline constexpr std::string_view gaussianUpstream = "gaussian";

} // namespace softscope
