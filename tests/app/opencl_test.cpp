// Drivers that crash, hang and refuse, devices that are lost, and the real one where there is one (pocl).
#include "core/base/error.h"
#include "core/engine/backends.h"
#include "core/engine/evaluate.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/support/pocl_cache.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>

using namespace softscope;
using namespace softscope::support;

namespace {

using Environment = std::map<std::string, std::string>;

/// Folders of drivers and caches of its own.
class Machine {
public:
    Machine() : m_standard("/etc/OpenCL/vendors") {
        for (const char* folder : {"drivers", "cache"})
            std::filesystem::create_directory(place.folder / folder);
    }
    /// The drivers of this machine: whether there is one.
    bool addReal() {
        std::error_code failure;
        bool any = false;
        for (std::filesystem::directory_iterator entry(m_standard, failure), end; !failure && entry != end; ++entry) {
            std::filesystem::copy(entry->path(), place.folder / "drivers" / entry->path().filename());
            any = true;
        }
        return any;
    }
    void addTest(const std::string& name) {
        place.write("drivers/" + name + ".icd", std::string(SOFTSCOPE_TEST_DRIVERS) + "/lib" + name + ".so\n");
    }
    Environment environment() const {
        return {{"OCL_ICD_VENDORS", place.folder / "drivers"},
                {"XDG_CACHE_HOME", place.folder / "cache"},
                {"POCL_CACHE_DIR", poclCache()}};
    }
    Answer run(const std::string& line, const Environment& more = {}) {
        Environment all = environment();
        for (const auto& [name, value] : more)
            all[name] = value;
        return place.run(wordsOf(line), all);
    }
    /// For Backends in this process.
    void apply() const {
        for (const auto& [name, value] : environment())
            setenv(name.c_str(), value.c_str(), 1);
    }

    Workplace place;

private:
    std::filesystem::path m_standard;
};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void checkRefused(const Answer& answer, const std::string& part) {
    INFO(answer.messages);
    CHECK(answer.code == 1);
    CHECK(answer.output.empty());
    CHECK(answer.messages.starts_with("softscope: "));
    CHECK(has(answer.messages, part));
    CHECK(has(answer.messages, "--backend cpu or auto"));
}

Head sampleHead(Index n) {
    Head head;
    head.q = MatrixF::Random(n, 8);
    head.k = MatrixF::Random(n, 8);
    head.v = MatrixF::Random(n, 3);
    return head;
}

Pass samplePass(const Head& head) {
    Pass pass;
    pass.maps = {{MapName::weights, wholeMap(MapName::weights, head), 50, 50},
                 {MapName::output, wholeMap(MapName::output, head)}};
    return pass;
}

/// Backends of this process that are to use the machine's OpenCL device.
std::unique_ptr<Backends> onDevice(const Machine& machine) {
    machine.apply();
    auto backends =
        std::make_unique<Backends>(getenv("SOFTSCOPE_BINARY"), machine.place.folder / "cache/softscope", true);
    backends->choose({BackendKind::opencl, std::nullopt});
    return backends;
}

/// The processes that this one has started.
std::vector<pid_t> children() {
    std::vector<pid_t> all;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::istringstream numbers(contentOf(task.path() / "children"));
        for (pid_t process = 0; numbers >> process;)
            all.push_back(process);
    }
    return all;
}

} // namespace

TEST_CASE("without a driver there is the CPU, and asking for OpenCL says why not") {
    Machine machine;
    const Answer devices = machine.run("devices");
    CHECK(devices.code == 0);
    CHECK(devices.output.starts_with("cpu\t"));
    CHECK(!has(devices.output, "opencl"));
    CHECK(has(machine.run("stats --tokens 5").output, "\"backend\": \"cpu\""));
    checkRefused(machine.run("stats --tokens 5 --backend opencl"), "OpenCL");
    checkRefused(machine.run("stats --tokens 5 --backend opencl:3"), "OpenCL");
    CHECK(machine.run("stats --backend opencl:x").code == 2);
}

TEST_CASE("a driver that aborts is listed with the reason and harms nobody") {
    Machine machine;
    machine.addTest("driver-aborts");
    const Answer devices = machine.run("devices");
    CHECK(devices.code == 0);
#ifdef SOFTSCOPE_OPENCL
    CHECK(has(devices.output, "driver-aborts.icd\tcannot be used: "));
    CHECK(has(devices.output, "Abort"));
#endif
    CHECK(machine.run("stats --tokens 5").code == 0);
    checkRefused(machine.run("stats --tokens 5 --backend opencl"), "OpenCL");
    CHECK(machine.place.files() == std::set<std::string>{"cache", "drivers"});
}

#ifdef SOFTSCOPE_OPENCL

TEST_CASE("a driver that hangs is given up, and the others are used") {
    Machine machine;
    machine.addTest("driver-aborts");
    machine.addTest("driver-hangs");
    machine.place.write("drivers/nothing.icd", "/nonexistent/library.so\n");
    const bool real = machine.addReal();
    const Answer devices = machine.run("devices");
    INFO(devices.output);
    CHECK(devices.code == 0);
    CHECK(has(devices.output, "driver-hangs.icd\tcannot be used: it did not answer within 10 s"));
    CHECK(has(devices.output, "nothing.icd\tcannot be used: its library cannot be loaded"));
    CHECK(has(devices.output, "opencl:0\t") == real);
    const Answer forced = machine.run("stats --tokens 70 --backend opencl");
    CHECK(forced.code == (real ? 0 : 1));
    CHECK(has(forced.output, "\"backend\": \"opencl:0\"") == real);
    // Compared once, it is known: auto answers from what was kept.
    CHECK(has(machine.place.read("cache/softscope/opencl-devices.json"), "cpu_ms") == real);
    CHECK(machine.run("stats --tokens 70").code == 0);
}

TEST_CASE("a device that refuses the kernels says so") {
    Machine machine;
    if (!machine.addReal())
        return;
    const Environment refusing{{"LD_PRELOAD", std::string(SOFTSCOPE_TEST_DRIVERS) + "/libdriver-refuses.so"},
                               {"ASAN_OPTIONS", "verify_asan_link_order=0"}};
    const Answer devices = machine.run("devices", refusing);
    INFO(devices.output);
    CHECK(devices.code == 0);
    CHECK(has(devices.output, ": cannot be used: building the kernels failed"));
    checkRefused(machine.run("stats --tokens 5 --backend opencl", refusing), "building the kernels failed");
    CHECK(machine.run("stats --tokens 5", refusing).code == 0);
}

TEST_CASE("a cache that is a file is harmless") {
    Machine machine;
    if (!machine.addReal())
        return;
    machine.place.write("cache/softscope", "a file");
    CHECK(machine.run("devices").code == 0);
    const Answer forced = machine.run("stats --tokens 70 --backend opencl");
    INFO(forced.messages);
    CHECK(has(forced.output, "\"backend\": \"opencl:0\""));
    CHECK(machine.place.read("cache/softscope") == "a file");
    machine.place.write("file", "a file");
    CHECK(machine.run("devices", {{"XDG_CACHE_HOME", machine.place.folder / "file"}}).code == 0);
    CHECK(has(
        machine.run("stats --tokens 70 --backend opencl", {{"XDG_CACHE_HOME", machine.place.folder / "file"}}).output,
        "\"backend\": \"opencl:0\""));
}

TEST_CASE("a kernel binary that is damaged is built again") {
    Machine machine;
    if (!machine.addReal())
        return;
    CHECK(machine.run("stats --tokens 70 --backend opencl").code == 0);
    int damaged = 0;
    for (const auto& entry : std::filesystem::directory_iterator(machine.place.folder / "cache/softscope"))
        if (entry.path().extension() == ".bin") {
            std::filesystem::resize_file(entry.path(), std::filesystem::file_size(entry.path()) / 2);
            ++damaged;
        }
    CHECK(damaged > 0);
    CHECK(has(machine.run("stats --tokens 70 --backend opencl").output, "\"backend\": \"opencl:0\""));
}

TEST_CASE("a device that is lost in the middle of work leaves it to the CPU, with a sentence") {
    Machine machine;
    if (!machine.addReal())
        return;
    const std::unique_ptr<Backends> device = onDevice(machine);
    Backends& backends = *device;
    backends.require();
    const Head head = sampleHead(9000);
    const Pass pass = samplePass(head);
    const Frame want = evaluate(head, pass);
    bool lost = false;
    Compute compute;
    compute.backends = &backends;
    compute.progress = [&](const Progress&) {
        for (const pid_t child : children())
            kill(child, SIGKILL);
        lost = true;
    };
    const Frame got = evaluate(head, pass, compute);
    REQUIRE(lost); // else this machine is too fast for the test to mean anything
    CHECK(got.backend == "cpu");
    CHECK(has(got.note, "was given up"));
    CHECK(got.maps[0].cells == want.maps[0].cells);
    CHECK(got.rows.size() == want.rows.size());
    CHECK(got.scores.count == want.scores.count);
    CHECK(backends.takeNotes().size() == 1);
    // It stays so until it is asked for again.
    compute.progress = nullptr;
    CHECK(evaluate(head, pass, compute).backend == "cpu");
    backends.choose({BackendKind::opencl, 0});
    const Frame again = evaluate(head, pass, compute);
    CHECK(again.backend == "opencl:0");
    CHECK(again.note.empty());
    CHECK(!again.device.empty());
}

TEST_CASE("work on a device is stopped at once, and the next piece is right") {
    Machine machine;
    if (!machine.addReal())
        return;
    const std::unique_ptr<Backends> device = onDevice(machine);
    Backends& backends = *device;
    const Head head = sampleHead(9000);
    const Pass pass = samplePass(head);
    std::stop_source source;
    Compute compute;
    compute.backends = &backends;
    compute.stop = source.get_token();
    compute.progress = [&](const Progress& progress) {
        CHECK(progress.share > 0);
        CHECK(progress.share <= 1);
        source.request_stop();
    };
    CHECK_THROWS_AS(evaluate(head, pass, compute), Cancelled);
    const Head small = sampleHead(150);
    Compute next;
    next.backends = &backends;
    const Frame got = evaluate(small, samplePass(small), next), want = evaluate(small, samplePass(small));
    INFO(got.note);
    CHECK(got.backend == "opencl:0");
    CHECK((got.maps[0].cells - want.maps[0].cells).cwiseAbs().maxCoeff() < 1e-6F);
    CHECK((got.maps[1].cells - want.maps[1].cells).cwiseAbs().maxCoeff() < 1e-5F);
}

TEST_CASE("the program answers the same on a device") {
    Machine machine;
    if (!machine.addReal())
        return;
    for (const std::string scene : {"--tokens 130 --d-k 20 --mask causal", "--tokens 90 --scale none --softcap 3",
                                    "--preset worked-example", "--tokens 65 --qk-norm --mask window:5"}) {
        CAPTURE(scene);
        for (const std::string map : {"weights", "jacobian", "scaled", "output"}) {
            for (const std::string backend : {"cpu", "opencl"}) {
                const Answer answer = machine.run("render " + scene + " --map " + map + " --backend " + backend +
                                                  " -o " + backend + ".npy");
                INFO(answer.messages);
                REQUIRE(answer.code == 0);
            }
            const std::string cpu = machine.place.read("cpu.npy"), device = machine.place.read("opencl.npy");
            REQUIRE(cpu.size() == device.size());
            const std::size_t header = 128; // of these sizes
            double worst = 0;
            for (std::size_t at = header; at + sizeof(float) <= cpu.size(); at += sizeof(float)) {
                float a = 0, b = 0;
                std::memcpy(&a, cpu.data() + at, sizeof a);
                std::memcpy(&b, device.data() + at, sizeof b);
                if (a != b) // equal infinities
                    worst = std::max(worst, std::abs(double(a) - double(b)) / (std::abs(double(a)) * 2e-4 + 2e-6));
            }
            CHECK(worst <= 1);
        }
    }
}

#endif
