#include "app/options.h"

namespace softscope {
namespace {

constexpr Option options[] = {
    {"--preset", "NAME", "begin with a preset; `softscope presets` lists them", Group::source},
    {"--backend", "auto|cpu|opencl", "where it is computed; opencl:N is one of several devices (auto)", Group::compute},
    {"--threads", "N", "how many threads compute (all)", Group::compute},
    {"--rows", "", "add an object for every row", Group::rows},
    {"--n", "LIST", "how many tokens: 512, or 512,2048, or 256..4096, doubling (512,2048)", Group::bench},
    {"--d-k", "D", "d_k of the heads that are measured (64)", Group::bench},
    {"--json", "", "one JSON object instead of a table", Group::bench},
    {"--d-k", "LIST", "which d_k: 64, or 4,16,64, or 1..1024, doubling", Group::dKList},
    {"--tokens", "LIST", "how many tokens: 16, or 16,256, or 16..4096, doubling", Group::tokensList},
    {"-o", "OUT", "the file to write; - writes .csv to standard output", Group::mapOutput},
    {"-o", "OUT", "the file to write; - writes .npz to standard output", Group::tensorsOutput},
    {"-o", "OUT", "the file to write; - is standard output (-)", Group::sceneOutput},
    {"-o", "CSV", "the table to write; - is standard output (-)", Group::tableOutput},
    {"-o", "CSV|PNG", "the table or the picture to write; - writes the table to standard output (-)",
     Group::phaseOutput},
    {"--help", "", "say what there is", Group::general},
    {"--version", "", "say which version this is", Group::general},
};

} // namespace

std::span<const Option> commandOptions() {
    return options;
}

const Option* findOption(std::string_view name) {
    for (const auto table : {sceneOptions(), commandOptions()}) {
        for (const Option& option : table) {
            if (option.name == name)
                return &option;
        }
    }
    return nullptr;
}

} // namespace softscope
