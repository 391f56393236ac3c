#!/usr/bin/env bash
# Makes the pictures that README shows, from the program itself in a real window: resources/screenshots/*.png.
# usage: tests/window/screenshots.sh [PROGRAM]     needs Xvfb, openbox, xdotool and ImageMagick's import
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${1:-$root/build/release/bin/softscope}
folder=$(mktemp -d)
pids=()
cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
pids+=($!)
for _ in $(seq 100); do [ -s "$folder/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$folder/display") QT_QPA_PLATFORM=xcb
openbox >/dev/null 2>&1 &
pids+=($!)
sleep 1
mkdir -p "$root/resources/screenshots"

# shoot NAME THEME WIDTH HEIGHT KEYS FILE…
shoot() {
    local name=$1 theme=$2 width=$3 height=$4 keys=$5 process window key
    shift 5
    export SOFTSCOPE_STATE_DIR=$folder/$name
    mkdir -p "$SOFTSCOPE_STATE_DIR"
    printf '[window]\ntheme=%s\n' "$theme" >"$SOFTSCOPE_STATE_DIR/softscope.ini"
    "$program" "$@" &
    process=$!
    pids+=("$process")
    window=
    until [ -n "$window" ]; do
        sleep 0.2
        window=$(xdotool search --onlyvisible --pid "$process" --name Softscope 2>/dev/null | tail -n 1) || true
    done
    xdotool windowsize --sync "$window" "$width" "$height" windowactivate --sync "$window"
    sleep 2
    for key in $keys; do xdotool key "$key"; sleep 0.5; done
    sleep 1
    import -window "$window" "$root/resources/screenshots/$name.png"
    kill "$process"
    wait "$process" 2>/dev/null || true
}

shoot window-light light 1440 900 ''
shoot compare-dark dark 1440 900 'c'
ls -l "$root/resources/screenshots"
