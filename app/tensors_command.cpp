#include "app/commands.h"
#include "app/endings.h"
#include "app/progress_line.h"
#include "app/scene_arguments.h"
#include "core/io/npz.h"
#include "core/io/safetensors.h"

#include <nlohmann/json.hpp>

namespace softscope {
namespace {

std::vector<NamedMatrix> matricesOf(const Head& head) {
    std::vector<NamedMatrix> all{{"q", &head.q}, {"k", &head.k}, {"v", &head.v}};
    if (head.projection) {
        const Projection& projection = *head.projection;
        all.insert(all.end(),
                   {{"x", &projection.x}, {"w_q", &projection.wQ}, {"w_k", &projection.wK}, {"w_v", &projection.wV}});
    }
    return all;
}

/// A label for every token, where the head has labels that name queries and keys alike.
std::vector<std::string> tokensOf(const Head& head) {
    std::vector<std::string> tokens;
    if (head.keyLabels.empty() || head.keyLabels != head.queryLabels || head.nQ() != head.nK())
        return tokens;
    for (Index i = 0; i < head.nK(); ++i)
        tokens.push_back(labelOf(head.keyLabels, i));
    return tokens;
}

} // namespace

void tensorsCommand(const Arguments& arguments, const std::stop_token& stop) {
    const std::filesystem::path target = arguments.output();
    const std::string ending = target == "-" ? ".npz" : endingOf(target, {".npz", ".safetensors"});
    const ProgressLine progress("writing the tensors");
    const Subject subject = subjectOf(arguments, stop);
    const std::vector<NamedMatrix> matrices = matricesOf(*subject.head);
    const std::vector<std::string> tokens = tokensOf(*subject.head);
    if (ending == ".npz")
        writeNpz(target, matrices,
                 tokens.empty() ? std::map<std::string, std::vector<std::string>>()
                                : std::map<std::string, std::vector<std::string>>{{"tokens", tokens}},
                 stop);
    else
        writeSafetensors(target, matrices,
                         tokens.empty() ? std::map<std::string, std::string>()
                                        : std::map<std::string, std::string>{{"tokens", nlohmann::json(tokens).dump()}},
                         stop);
}

} // namespace softscope
