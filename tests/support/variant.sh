#!/usr/bin/env bash
# variant.sh LEVEL PROGRAM…: runs the program on the build of core for that level (x86-64-v2 is the plain one).
# 77: this processor or this system cannot.
set -eu
level=$1
shift
loader=/lib64/ld-linux-x86-64.so.2
[ -x "$loader" ] && "$loader" --help | grep -q "$level (supported" || exit 77
# A folder with this one library, looked at before the program's own run path. (The loader's --glibc-hwcaps-mask would
# do, but a program started through the loader does not find its resources beside itself.)
lib=$(cd "$(dirname "$1")/../lib" && pwd)
[ "$level" = x86-64-v2 ] || lib=$lib/glibc-hwcaps/$level
only=$(mktemp -d)
trap 'rm -rf "$only"' EXIT
ln -s "$lib/libsoftscope-core.so.0" "$only/"
LD_LIBRARY_PATH=$only "$@"
