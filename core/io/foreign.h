// Files of other kinds, recognised by content whatever their name.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace softscope {

/// Why a pickle (PyTorch's .pt, .pth and .bin too) is refused and what to do, without a full stop; empty: not one.
std::optional<std::string> pickleReason(std::span<const std::byte> bytes);

bool isZip(std::span<const std::byte> bytes);
bool isNpy(std::span<const std::byte> bytes);

} // namespace softscope
