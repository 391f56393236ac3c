# Sourced by app/run, tests/run and .ci/run: what a machine needs, and how the program is built.
# Everything it says goes to standard error: standard output belongs to the program that is started.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian 12 names; where a name differs elsewhere the alternatives stand behind a bar.
build_packages=(g++ cmake ninja-build pkg-config qt6-base-dev 'qt6-svg-dev|libqt6svg6-dev' 'qt6-charts-dev|libqt6charts6-dev'
    'libqt6opengl6-dev|qt6-base-dev' libgl-dev libegl-dev libopengl-dev 'libvulkan-dev'
    opencl-headers opencl-clhpp-headers ocl-icd-opencl-dev libeigen3-dev libtbb-dev nlohmann-json3-dev libzip-dev zlib1g-dev fonts-dejavu-core)
test_packages=(catch2 pocl-opencl-icd xvfb xauth openbox xdotool python3)
check_packages=(clang-format clang-tidy desktop-file-utils appstream)

say() { printf 'softscope: %s\n' "$*" >&2; }

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# need PACKAGE…: installs those that are missing.
need() {
    command -v dpkg-query >/dev/null || return 0 # another system: CMake says what it cannot find
    local missing=() entry name found have
    have=" $(dpkg-query -W -f='${db:Status-Status} ${binary:Package}\n' 2>/dev/null | sed -n 's/^installed \([^:]*\).*/\1/p' | tr '\n' ' ')"
    for entry in "$@"; do
        found=
        for name in ${entry//|/ }; do [[ $have == *" $name "* ]] && found=1; done
        [ -n "$found" ] || missing+=("$entry")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    local as=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { say "these packages are missing and neither root nor sudo is at hand: ${missing[*]}"; return 1; }
        as=(sudo)
    fi
    say "installing ${missing[*]}"
    "${as[@]}" apt-get update -q >&2
    local wanted=()
    for entry in "${missing[@]}"; do
        found=${entry%%|*}
        for name in ${entry//|/ }; do
            if apt-cache show "$name" >/dev/null 2>&1; then found=$name; break; fi
        done
        wanted+=("$found")
    done
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}" >&2
}

# build PRESET [CMAKE-OPTION…] [-- BUILD-OPTION…]: configures when there is nothing yet or options are given, then builds.
build() {
    local preset=$1 options=() log
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || shift
    cd "$root"
    if [ ${#options[@]} -gt 0 ] || [ ! -f "build/$preset/build.ninja" ]; then
        log=$(cmake --preset "$preset" "${options[@]}" 2>&1) || { printf '%s\n' "$log" >&2; return 1; }
    fi
    cmake --build --preset "$preset" "$@" >&2
}
