// The word for each enumerator, the same on the command line, in JSON and in file names.
#pragma once

#include "core/scene/scene.h"

#include <span>
#include <string>
#include <string_view>

namespace softscope {

template <typename Enum>
struct Word {
    Enum value;
    std::string_view word;
};

/// Every enumerator of Enum with its word, in order. Specialised in words.cpp for each enum of scene.h.
template <typename Enum>
std::span<const Word<Enum>> words();

template <>
std::span<const Word<SourceKind>> words();
template <>
std::span<const Word<Role>> words();
template <>
std::span<const Word<EditKind>> words();
template <>
std::span<const Word<ScaleKind>> words();
template <>
std::span<const Word<MaskKind>> words();
template <>
std::span<const Word<MapName>> words();
template <>
std::span<const Word<Reducer>> words();
template <>
std::span<const Word<NormKind>> words();
template <>
std::span<const Word<Colormap>> words();
template <>
std::span<const Word<RangeKind>> words();
template <>
std::span<const Word<ChartName>> words();
template <>
std::span<const Word<TrainingTask>> words();
template <>
std::span<const Word<Optimizer>> words();
template <>
std::span<const Word<TrainingFigure>> words();

template <typename Enum>
std::string_view wordOf(Enum value) {
    for (const Word<Enum>& w : words<Enum>()) {
        if (w.value == value)
            return w.word;
    }
    return "?";
}

template <typename Enum>
std::optional<Enum> fromWord(std::string_view word) {
    for (const Word<Enum>& w : words<Enum>()) {
        if (w.word == word)
            return w.value;
    }
    return std::nullopt;
}

/// "linear, log or symlog": for messages.
template <typename Enum>
std::string listOfWords() {
    std::string text;
    const auto all = words<Enum>();
    for (std::size_t i = 0; i < all.size(); ++i) {
        text += i == 0 ? "" : i + 1 == all.size() ? " or " : ", ";
        text += all[i].word;
    }
    return text;
}

/// `sqrt`, `none`, `dk` or a number. Throws UsageError.
Scale scaleFromText(std::string_view text);
std::string textOf(const Scale& scale);

/// `causal`, `causal-end`, `window:W` or `window:L,R`; `none` gives no value. Throws UsageError.
std::optional<Mask> maskFromText(std::string_view text);
std::string textOf(const Mask& mask);

} // namespace softscope
