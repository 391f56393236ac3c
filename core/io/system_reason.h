// Why the system refused, in words that fit into a sentence; always in English, whatever LANG says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace softscope {

/// "permission denied", "the disk is full"; `code` is an errno.
std::string systemReason(int code);

/// A size for people: "12 bytes", "3.1 MB".
std::string byteText(std::uintmax_t bytes);

/// Throws Error: "Cannot WHAT FILE: REASON."
[[noreturn]] void refuseFile(std::string_view what, const std::filesystem::path& file, const std::string& reason);

} // namespace softscope
