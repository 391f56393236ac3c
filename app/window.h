// The window behind the command line.
#pragma once

#include <filesystem>

namespace softscope {

/// Opens the window and runs it until it is closed; returns the exit code. `file`: a session, an exported figure or a
/// tensor file to open; empty: what was there when the window was last closed, or the first-start scene. `program` is
/// argv[0]. Where there is no display it says so and writes the three maps as PNG files to the current folder, see
/// no_display.h. SOFTSCOPE_STATE_DIR: a folder for what is remembered; SOFTSCOPE_EXIT_AFTER_FIRST_PICTURE: closes the
/// window once a picture was painted, for measuring the start. Throws Error: no font at all.
int runWindow(const char* program, const std::filesystem::path& file);

} // namespace softscope
