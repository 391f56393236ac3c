# To be sourced: an X server and a window manager of their own, $folder for their files, and what ends them.
#   open_display    starts both and sets DISPLAY
#   open_window PROGRAM ARGUMENT…    starts a program; $process and $window are its own
folder=$(mktemp -d)
pids=()
close_display() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap close_display EXIT
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# until_true TENTHS COMMAND…: whether it succeeded within that time.
until_true() {
    local left=$1
    shift
    until "$@" >/dev/null 2>&1; do
        [ $((left -= 1)) -gt 0 ] || return 1
        sleep 0.1
    done
}

# A window manager that ends is started again: a program without one never gets the focus.
manage_windows() {
    local manager
    trap 'kill "$manager" 2>/dev/null; exit' TERM
    while :; do
        openbox &
        manager=$!
        wait "$manager" || true
        sleep 0.2
    done
}

open_display() {
    # The server picks a free display number and says which.
    Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
    pids+=($!)
    until_true 100 test -s "$folder/display" || fail 'no X server'
    DISPLAY=:$(cat "$folder/display")
    export DISPLAY QT_QPA_PLATFORM=xcb
    manage_windows >/dev/null 2>&1 &
    pids+=($!)
    until_true 100 xdotool get_num_desktops || fail 'no window manager'
    sleep 1 # it says that it is there before it gives windows the focus
}

find_window() { # windows come and go while xdotool looks
    window=$(xdotool search --onlyvisible --pid "$process" --name Softscope 2>/dev/null | tail -n 1)
    [ -n "$window" ]
}

has_focus() { [ "$(xdotool getactivewindow)" = "$window" ]; }

open_window() {
    "$@" 2>"$folder/stderr" &
    process=$!
    pids+=("$process")
    until_true 200 find_window || fail "no window came: $(cat "$folder/stderr")"
    until_true 50 timeout 5 xdotool windowactivate --sync "$window" || fail 'the window does not take the focus'
    until_true 50 has_focus || fail 'the window does not keep the focus'
}
