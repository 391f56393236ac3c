#!/usr/bin/env bash
# variant.sh LEVEL PROGRAM…: runs the program on the build of core for that level (x86-64-v2 is the plain one).
# 77: this processor or this system cannot.
set -eu
level=$1
shift
loader=/lib64/ld-linux-x86-64.so.2
[ -x "$loader" ] && "$loader" --help | grep -q "$level (supported" || exit 77
exec "$loader" --glibc-hwcaps-mask "$level" "$@"
