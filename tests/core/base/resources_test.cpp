#include "core/base/resources.h"
#include "tests/catch.h"

using namespace softscope;

TEST_CASE("a path that begins with softscope: is inside the resources, any other stays as it is") {
    CHECK(resolvePath("softscope:heads/a.safetensors") == resourceFolder() / "heads/a.safetensors");
    CHECK(resolvePath("heads/a.safetensors") == "heads/a.safetensors");
    CHECK(resourceFolder().filename() == "softscope");
}

TEST_CASE("a file inside the resources is named so that it is found on every machine, any other in full") {
    CHECK(portablePath(resourceFolder() / "heads/a.safetensors") == "softscope:heads/a.safetensors");
    CHECK(portablePath("softscope:heads/a.safetensors") == "softscope:heads/a.safetensors");
    CHECK(portablePath("/somewhere/else/../a.npz") == "/somewhere/a.npz");
    CHECK(portablePath("a.npz") == std::filesystem::current_path() / "a.npz");
    CHECK(resolvePath(portablePath(resourceFolder() / "x")) == resourceFolder() / "x");
}
