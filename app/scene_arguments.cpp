#include "app/scene_arguments.h"

#include "app/commands.h"
#include "app/open_scene.h"
#include "app/values.h"
#include "core/base/error.h"
#include "core/scene/presets.h"
#include "core/scene/validate.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace softscope {
namespace {

Scene baseOf(const Arguments& arguments, Scene otherwise) {
    const auto name = arguments.value("--preset");
    if (name && !arguments.files.empty())
        throw UsageError("a scene begins with one thing, and both --preset " + *name + " and the file " +
                         shownText(arguments.files.front()) + " were given");
    if (name)
        return preset(*name).scene;
    return arguments.files.empty() ? std::move(otherwise) : openScene(arguments.files.front());
}

std::string nameOf(SourceKind kind) {
    switch (kind) {
    case SourceKind::gaussian:
        return "a Gaussian head";
    case SourceKind::projection:
        return "a head of projected embeddings";
    case SourceKind::workedExample:
        return "the worked example";
    case SourceKind::saturation:
        return "the saturation example";
    case SourceKind::tensors:
        return "a head from a tensor file";
    }
    return "this head";
}

void checkFit(const Option& option, SourceKind kind) {
    const bool random = kind == SourceKind::gaussian || kind == SourceKind::projection;
    const bool fits = option.fits == Fits::any || (option.fits == Fits::random && random) ||
                      (option.fits == Fits::tensors && kind == SourceKind::tensors);
    if (fits)
        return;
    const std::string name(option.name);
    if (option.fits == Fits::tensors)
        throw UsageError(name + " picks from a tensor file and needs --input; this is " + nameOf(kind));
    throw UsageError(name + " sets what a random head is made of and does not fit " + nameOf(kind));
}

void apply(const Option& option, Scene& scene, const std::string& value) {
    checkFit(option, scene.source.kind);
    try {
        option.apply(scene, value);
    } catch (const UsageError& refusal) {
        const std::string_view what = refusal.what();
        throw UsageError(std::string(option.name) + (what.starts_with("“") ? ": " : " ") + std::string(what));
    }
}

void checkRow(Index row, Index nQ) {
    if (row >= nQ)
        throw UsageError("--row takes a whole number from 0 to " + std::to_string(nQ - 1) + ", the last query, not " +
                         std::to_string(row));
}

Compute computeOf(const Arguments& arguments, std::stop_token stop) {
    constexpr Index mostThreads = 1024;
    Compute compute;
    compute.stop = std::move(stop);
    if (const auto threads = arguments.value("--threads")) {
        try {
            compute.threads = static_cast<int>(wholeNumber(*threads, 1, mostThreads));
        } catch (const UsageError& refusal) {
            throw UsageError(std::string("--threads ") + refusal.what());
        }
    }
    return compute;
}

BackendChoice backendOf(const Arguments& arguments) {
    const std::string word = arguments.value("--backend").value_or("auto");
    const auto choice = backendFromWord(word);
    if (!choice)
        throw UsageError("--backend takes auto, cpu or opencl, not " + shownText(word));
    return *choice;
}

} // namespace

std::unique_ptr<Backends> backendsHere(bool stay) {
    std::error_code failure;
    return std::make_unique<Backends>(std::filesystem::read_symlink("/proc/self/exe", failure), standardCacheFolder(),
                                      stay);
}

void Subject::tellNotes() const {
    for (const std::string& note : backends->takeNotes())
        std::fprintf(stderr, "softscope: %s\n", note.c_str());
}

Scene sceneOf(const Arguments& arguments, Scene otherwise) {
    Scene scene = baseOf(arguments, std::move(otherwise));
    if (arguments.has("--mask"))
        scene.softmax.masks.clear(); // options override what they name
    for (const Option& option : sceneOptions()) {
        for (const auto& [given, value] : arguments.given) {
            if (given == &option)
                apply(option, scene, value);
        }
    }
    if (const auto tokens = knownTokens(scene.source)) {
        if (arguments.has("--row"))
            checkRow(scene.selection.row, *tokens);
        scene = fitted(std::move(scene), *tokens, *tokens);
    }
    validate(scene);
    return scene;
}

Compute cpuOf(const Arguments& arguments, std::stop_token stop) {
    if (backendOf(arguments).kind == BackendKind::opencl)
        throw UsageError("--backend takes auto or cpu here: " + std::string(arguments.command->name) +
                         " is computed on the CPU");
    return computeOf(arguments, std::move(stop));
}

Subject subjectOf(const Arguments& arguments, std::stop_token stop) {
    Subject subject;
    subject.scene = sceneOf(arguments);
    subject.compute = computeOf(arguments, std::move(stop));
    subject.backends = backendsHere(false);
    subject.backends->choose(backendOf(arguments));
    subject.compute.backends = subject.backends.get();
    subject.backends->require();
    subject.head = buildHead(subject.scene, subject.compute.threads, subject.compute.stop);
    if (arguments.has("--row"))
        checkRow(subject.scene.selection.row, subject.head->nQ());
    subject.scene = fitted(std::move(subject.scene), subject.head->nQ(), subject.head->nK());
    subject.upstream = upstreamOf(subject.scene, *subject.head);
    subject.compute.upstream = subject.upstream.get();
    return subject;
}

} // namespace softscope
