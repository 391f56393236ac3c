// The window behind the command line.
#pragma once

#include <filesystem>

namespace softscope {

/// Opens the window and runs it until it is closed; returns the exit code. `file`: a session, an exported figure or a
/// tensor file to open; empty: what was there when the window was last closed, or the first-start scene. `program` is
/// argv[0]. Throws Error where there is no display.
int runWindow(const char* program, const std::filesystem::path& file);

} // namespace softscope
