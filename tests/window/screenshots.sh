#!/usr/bin/env bash
# Makes the pictures that README shows, from the program itself in a real window: resources/screenshots/*.png.
# usage: tests/window/screenshots.sh [PROGRAM]     needs Xvfb, openbox, xdotool and ImageMagick's import
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${1:-$root/build/release/bin/softscope}
source "$root/tests/window/display.sh"
open_display
mkdir -p "$root/resources/screenshots"

# shoot NAME THEME WIDTH HEIGHT KEYS FILE…
shoot() {
    local name=$1 theme=$2 width=$3 height=$4 keys=$5 key
    shift 5
    export SOFTSCOPE_STATE_DIR=$folder/$name
    mkdir -p "$SOFTSCOPE_STATE_DIR"
    printf '[window]\ntheme=%s\n' "$theme" >"$SOFTSCOPE_STATE_DIR/softscope.ini"
    open_window "$program" "$@"
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
