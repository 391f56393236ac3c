// The entry point: words → a command or the window; what goes wrong → one sentence and an exit code.
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/nearest.h"
#include "app/values.h"
#include "app/window.h"
#include "core/base/error.h"
#include "core/io/atomic_file.h"

#include <cstdio>
#include <new>

namespace {

using namespace softscope;

constexpr int done = 0, failed = 1, wrongWords = 2;

int complain(const std::string& sentence, int code) {
    const bool ends = sentence.ends_with('.') || sentence.ends_with('?');
    std::fprintf(stderr, "softscope: %s%s\n", sentence.c_str(), ends ? "" : ".");
    return code;
}

/// A word in the command's place that is no command and no file either is a mistyped command.
void checkIsFile(const std::string& word) {
    std::error_code failure;
    if (std::filesystem::exists(word, failure) || word.find_first_of("./") != std::string::npos)
        return;
    std::vector<std::string_view> names;
    for (const Command& command : commands())
        names.push_back(command.name);
    const std::string_view meant = nearest(word, names);
    throw UsageError(
        shownText(word) + " is neither a command nor a file" +
        (meant.empty() ? "; softscope --help lists the commands" : "; did you mean " + std::string(meant) + "?"));
}

int run(const std::vector<std::string>& words, const char* program) {
    const Arguments arguments = parseArguments(words);
    if (arguments.has("--help")) {
        writeFileAtomically("-", helpText(arguments.command));
        return done;
    }
    if (arguments.has("--version")) {
        writeFileAtomically("-", "softscope " SOFTSCOPE_VERSION "\n");
        return done;
    }
    if (!arguments.command) {
        if (!arguments.files.empty())
            checkIsFile(arguments.files.front());
        return runWindow(program, arguments.files.empty() ? std::string() : arguments.files.front());
    }
    arguments.command->run(arguments, stopOnInterrupt());
    return done;
}

} // namespace

int main(int count, char* words[]) {
    try {
        return run(std::vector<std::string>(words + (count > 0 ? 1 : 0), words + count), words[0]);
    } catch (const UsageError& refusal) {
        return complain(refusal.what(), wrongWords);
    } catch (const Cancelled&) {
        return complain("interrupted; nothing was written", failed);
    } catch (const std::bad_alloc&) {
        return complain("there is not enough memory for this; take fewer tokens or a smaller d_k", failed);
    } catch (const std::exception& failure) {
        return complain(failure.what(), failed);
    }
}
