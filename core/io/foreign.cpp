#include "core/io/foreign.h"

#include <algorithm>
#include <string_view>

namespace softscope {
namespace {

constexpr std::size_t directoryBytes = 1 << 16;
constexpr int oldestBinaryProtocol = 2, newestProtocol = 5;

std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Protocols 2 to 5 begin with the opcode PROTO and their number; 0 and 1 with whatever the first object is.
bool isBarePickle(std::string_view text) {
    if (text.size() < 2)
        return false;
    if (text[0] == '\x80')
        return text[1] >= oldestBinaryProtocol && text[1] <= newestProtocol;
    if (text.back() != '.')
        return false;
    constexpr std::string_view starts[] = {"(dp",          "(lp",       "(tp",   "(d.",     "(l.",    "}q",
                                           "]q",           ")q",        "ccopy", "cnumpy",  "ctorch", "c__builtin__",
                                           "ccollections", "cbuiltins", "cos\n", "cposix\n"};
    return std::any_of(std::begin(starts), std::end(starts), [&](std::string_view s) { return text.starts_with(s); });
}

/// torch.save writes a zip with an entry …/data.pkl; the names stand at its beginning and in the directory at its end.
bool holdsPickle(std::string_view zip) {
    constexpr std::string_view name = ".pkl";
    const std::string_view start = zip.substr(0, 512);
    const std::string_view end = zip.substr(zip.size() - std::min(zip.size(), directoryBytes));
    return start.find(name) != std::string_view::npos || end.find(name) != std::string_view::npos;
}

} // namespace

bool isZip(std::span<const std::byte> bytes) {
    const std::string_view text = textOf(bytes);
    return text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06");
}

bool isNpy(std::span<const std::byte> bytes) {
    return textOf(bytes).starts_with("\x93NUMPY");
}

std::optional<std::string> pickleReason(std::span<const std::byte> bytes) {
    const std::string_view text = textOf(bytes);
    if (!isBarePickle(text) && !(isZip(bytes) && holdsPickle(text)))
        return std::nullopt;
    return "it is a pickle, which can run any program when it is loaded; save its tensors in Python with "
           "safetensors.torch.save_file or numpy.save and open that";
}

} // namespace softscope
