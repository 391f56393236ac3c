#include "app/commands.h"
#include "core/io/atomic_file.h"
#include "core/scene/presets.h"

namespace softscope {

void presetsCommand(const Arguments&, const std::stop_token&) {
    std::string lines;
    for (const Preset& preset : presets())
        lines.append(preset.name).append("\t").append(preset.sentence).append("\n");
    writeFileAtomically("-", lines);
}

} // namespace softscope
