#include "core/base/resources.h"
#include "tests/catch.h"

using namespace softscope;

TEST_CASE("a path that begins with softscope: is inside the resources, any other stays as it is") {
    CHECK(resolvePath("softscope:heads/a.safetensors") == resourceFolder() / "heads/a.safetensors");
    CHECK(resolvePath("heads/a.safetensors") == "heads/a.safetensors");
    CHECK(resourceFolder().filename() == "softscope");
}
