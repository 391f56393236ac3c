// An OpenCL driver that ends every process that loads it.
#include <cstdlib>

__attribute__((constructor)) static void load() {
    std::abort();
}
