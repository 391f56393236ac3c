#include <cstdio>

int main() {
    std::puts("softscope " SOFTSCOPE_VERSION);
    return 0;
}
