// What happens where there is no screen to open a window on.
#pragma once

#include <filesystem>

namespace softscope {

/// While it lives and until passed(): where Qt finds no display and would abort, the program starts itself again as
/// one that knows. Qt itself is the only one that can tell (a display may be named and refuse), and it cannot be asked.
class DisplayGuard {
public:
    DisplayGuard(const char* program, const std::filesystem::path& file);
    ~DisplayGuard();
    DisplayGuard(const DisplayGuard&) = delete;
    DisplayGuard& operator=(const DisplayGuard&) = delete;
    DisplayGuard(DisplayGuard&&) = delete;
    DisplayGuard& operator=(DisplayGuard&&) = delete;

    void passed() const;
};

/// This is the second start.
bool startedWithoutDisplay();

/// Says so in one sentence on standard error and writes the three maps to the current folder, as softscope-MAP.png or,
/// where that is taken, softscope-MAP-2.png and so on: of `file`, or of the first-start scene. Returns the exit code.
/// Throws Error.
int renderWithoutDisplay(const std::filesystem::path& file);

} // namespace softscope
