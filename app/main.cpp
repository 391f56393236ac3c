// The entry point: words → a command or the window; what goes wrong → one sentence and an exit code.
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/window.h"
#include "core/base/error.h"
#include "core/engine/devices/worker.h"
#include "core/io/atomic_file.h"
#include "core/io/file_kind.h"

#include <csignal>
#include <cstdio>
#include <new>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using namespace softscope;

constexpr int done = 0, failed = 1, wrongWords = 2;

int complain(const std::string& sentence, int code) {
    const bool ends = sentence.ends_with('.') || sentence.ends_with('?');
    std::fprintf(stderr, "softscope: %s%s\n", sentence.c_str(), ends ? "" : ".");
    return code;
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
    if (!arguments.command && !arguments.files.empty())
        fileKind(arguments.files.front()); // one that cannot be opened is said here, where the caller sees it
    if (!arguments.command)
        return runWindow(program, arguments.files.empty() ? std::string() : arguments.files.front());
    arguments.command->run(arguments, stopOnInterrupt());
    return done;
}

/// A drag frees and takes matrices of some megabytes at every step. They are kept, and not given back to the system,
/// which would clear each page again.
void keepFreedMemory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

} // namespace

int main(int count, char* words[]) {
#ifdef SOFTSCOPE_OPENCL
    if (count == 2 && std::string_view(words[1]) == opencl::workerWord)
        return opencl::runWorker();
#endif
    keepFreedMemory();
    std::signal(SIGXFSZ, SIG_IGN); // a file over the limit then fails to be written, and that is said
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
