#!/usr/bin/env bash
# The lane in a real window: an X server and a window manager of its own, then
#   1. the [main_window] cases of ui-tests on the xcb platform (drag, hover, select, undo, export, drop), and
#   2. the program itself, driven with keys and mouse by xdotool, judged by the scene it leaves behind.
# usage: lane.sh UI-TESTS SOFTSCOPE
set -euo pipefail
ui_tests=$1 program=$2
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"

export HOME=$folder XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/cache
export XDG_RUNTIME_DIR=$folder/runtime LANG=C.UTF-8
mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_CACHE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"
open_display

"$ui_tests" '[main_window]' || fail 'a case of ui-tests failed'

# Qt tells of each event that the X server gives it.
hears_keys() {
    xdotool key Shift_L
    sleep 0.2
    grep -q 'KEY_PRESS' "$folder/stderr"
}
said() { grep -v '^qt\.qpa\.' "$folder/stderr"; }

# start FILE…: the program, until its window is there, has the focus and is given keys. On a busy machine the server now
# and then gives a new window no key at all, whatever has the focus; such a start does not count.
start() {
    local attempt
    for attempt in 1 2 3 4 5; do
        QT_LOGGING_RULES='qt.qpa.events=true' open_window "$program" "$@"
        sleep 1
        if until_true 10 hears_keys; then return; fi
        kill -9 "$process"
        wait "$process" 2>/dev/null || true
    done
    fail 'the X server gives the window no key'
}
# quit: ends it by its own key and waits.
quit() {
    xdotool key --clearmodifiers ctrl+q
    for _ in $(seq 100); do kill -0 "$process" 2>/dev/null || break; sleep 0.1; done
    if kill -0 "$process" 2>/dev/null; then fail 'Ctrl+Q did not end the program'; fi
    wait "$process" || fail "the program ended with $?: $(said)"
    [ -z "$(said)" ] || fail "standard error is not empty: $(said)"
}
# left PATH: a field of the scene that the window left behind.
left() {
    local file
    file=$(find "$folder/data" -name '*.json' | head -n 1)
    [ -n "$file" ] || fail 'the window left no scene behind'
    python3 - "$file" "$1" <<'END'
import json, sys
value = json.load(open(sys.argv[1]))
for key in sys.argv[2].split("."):
    value = value[int(key) if key.isdigit() else key]
print(value)
END
}
expect() { [ "$(left "$1")" = "$2" ] || fail "$3: $1 is $(left "$1"), not $2"; }

start
xdotool key s
sleep 0.5
quit
expect softmax.scale.kind none 'S switches the scale off'

start
xdotool key c
sleep 0.5
xdotool key ctrl+z
sleep 0.5
quit
expect softmax.scale.kind none 'the last scene comes back at the next start'
expect view.compare False 'Ctrl+Z takes Compare back'

click_a_map() {
    eval "$(xdotool getwindowgeometry --shell "$window")"
    xdotool mousemove $((X + WIDTH / 8)) $((Y + HEIGHT / 3)) click 1
    sleep 0.3
}

start
xdotool key s
click_a_map
quit
expect softmax.scale.kind sqrt 'S switches the scale on'
row=$(left selection.row)

start
click_a_map
xdotool key Down Down
sleep 0.3
quit
expect selection.row $((row + 2)) 'a click selects a cell and the arrow keys move it'
echo 'window lane: passed'
