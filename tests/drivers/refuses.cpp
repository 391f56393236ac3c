// Preloaded, it makes every OpenCL driver refuse every program.
extern "C" int clBuildProgram(void*, unsigned, const void*, const char*, void (*)(void*, void*), void*) {
    constexpr int buildProgramFailure = -11;
    return buildProgramFailure;
}
