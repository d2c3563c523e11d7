#!/bin/sh
# Plays the matches for the table in src/guide/course/2-rules.md, and prints it: each improvement of flat Monte Carlo
# against the plain player, with equal simulations per move. The last column is the speed of a search from the empty
# board, in simulations per second of CPU time.
#
#   scripts/go3-variants.sh [DIRECTORY]
#
# Games and result pages go to DIRECTORY, by default `go3-variants`. The same command resumes a stopped match.
# Environment variables and their defaults:
#   BRASA        our program                        (target/release/brasa)
#   SIMULATIONS  simulations per legal move         (50)
#   SIZE, KOMI   the board and the komi             (7, 8.5)
#   GAMES        games per match                    (200)
set -eu
directory=${1:-go3-variants}
brasa=${BRASA:-target/release/brasa}
size=${SIZE:-7}
plain="$brasa --preset go3 --sim ${SIMULATIONS:-50} --threads 1 --quiet"

echo "| options | games | won | 95 % interval | simulations a second |"
echo "|---|---|---|---|---|"
while read -r name options; do
    player="$plain $options"
    report=$("$brasa" match --black "$player --srand %SRAND" --white "$plain --srand %SRAND" --size "$size" \
        --komi "${KOMI:-8.5}" --games "${GAMES:-200}" --alternate --sgffile "$directory/$name")
    rate=$(echo "$report" | sed -n 's/^  win rate *//p')
    interval=${rate#*: }
    speed=$(printf 'reg_genmove b\nuct_stat_search\n' |
        $player --size "$size" --srand 1 --set time_mode=cpu | sed -n 's/^Games.s *//p')
    echo "| \`$options\` | ${GAMES:-200} | ${rate% (*} | ${interval%)} | $speed |"
done <<END
filter --movefilter
ucb --moveselect ucb
patterns --simrule rulebased
michi --simrule rulebased --patterns michi
capture --simrule rulebased --set rule_patterns=0 --set rule_capture_last=1
defend --simrule rulebased --set rule_patterns=0 --set rule_defend=1
rules --simrule rulebased --set rule_capture_last=1 --set rule_defend=1
all --simrule rulebased --set rule_capture_last=1 --set rule_defend=1 --moveselect ucb --movefilter
END
