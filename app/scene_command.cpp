#include "app/commands.h"
#include "app/scene_arguments.h"
#include "core/scene/scene_json.h"

namespace softscope {

void sceneCommand(const Arguments& arguments, const std::stop_token&) {
    const std::filesystem::path target = arguments.has("-o") ? arguments.output() : "-";
    writeScene(target, sceneOf(arguments));
}

} // namespace softscope
