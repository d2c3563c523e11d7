#!/bin/sh
# Lets qGo play a 9x9 game between two copies of the engine, on a virtual screen.
#
#     apt-get install qgo xvfb xdotool imagemagick
#     sh tests/clients/qgo.sh target/release/brasa [SCREENSHOT.png]
#
# qGo 2.1 numbers its commands, and understands the replies to genmove, only if the name of the program ends in
# `gnugo`; GNU Go itself does not play under another name. A link does.
#
# Exit status: 0 all is well or a program is not installed, 1 otherwise.

set -u
PATH="$PATH:/usr/games"
program=$(realpath "$(command -v "${1:-brasa}")") || { echo "${1:-brasa}: no such program"; exit 1; }
for needed in qgo Xvfb xdotool import; do
    if ! command -v "$needed" >/dev/null; then
        echo "skipped: \`apt-get install qgo xvfb xdotool imagemagick\` installs what this test needs ($needed)"
        exit 0
    fi
done

dir=$(mktemp -d)
screen=:$((100 + $$ % 400))
shot=${2:-$dir/qgo.png}
pids=
cleanup() {
    # The client first, so that it does not lose its screen.
    for pid in $pids; do kill "$pid" 2>/dev/null; done
    rm -rf "$dir"
}
trap cleanup EXIT
fail() { echo "failed: $1"; tail -n 5 "$dir/log" 2>/dev/null; exit 1; }

# The engine, with a record of the game.
cat >"$dir/brasa-gnugo" <<END
#!/bin/sh
tee "$dir/commands" | "$program" "\$@" | tee "$dir/replies"
END
chmod +x "$dir/brasa-gnugo"
mkdir -p "$dir/.config/qGo"
cat >"$dir/.config/qGo/qGo.conf" <<END
[General]
DEFAULT_ENGINE=0
EDIT_SIZE=9
EDIT_HANDICAP=0
EDIT_KOMI=6.5
COMPUTER_PLAYS_WHITE=true
COMPUTER_PLAYS_BLACK=true
[CREDENTIALS]
size=0
[ENGINES]
1\\path=$dir/brasa-gnugo
1\\args=--quiet --time 0.2 --threads 1
size=1
END

Xvfb "$screen" -screen 0 1280x900x24 >/dev/null 2>&1 &
screen_pid=$!
pids=$screen_pid
export DISPLAY="$screen" HOME="$dir"
sleep 2
qgo >"$dir/log" 2>&1 &
pids="$! $screen_pid"
sleep 5

# The first button in the toolbar starts a game; its dialog takes the players from the configuration.
xdotool mousemove 28 20 click 1
sleep 2
dialog=$(xdotool search --onlyvisible --name '^Dialog$' | head -n 1)
[ -n "$dialog" ] || fail "no dialog for a new game"
xdotool windowfocus "$dialog" key Return

end=$(($(date +%s) + 240))
while ! tail -n 6 "$dir/replies" 2>/dev/null | tr '[:upper:]\n' '[:lower:] ' | grep -Eq 'resign|pass +=[0-9]+ pass'; do
    [ "$(date +%s)" -lt "$end" ] || fail "no end of the game in time"
    sleep 1
done
sleep 2
import -window root "$shot"
grep -q '^?' "$dir/replies" && fail "$(grep '^?' "$dir/replies" | head -n 1)"
moves=$(grep -c genmove "$dir/commands")
[ "$moves" -gt 20 ] || fail "only $moves moves"
echo "passed: $moves moves, the last $(grep . "$dir/replies" | tail -n 1)${2:+; the screen is in $2}"
