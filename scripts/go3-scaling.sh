#!/bin/sh
# Plays the matches for the table in src/guide/course.md, and prints it: flat Monte Carlo with more and more simulations
# against the random player, on 5x5 with komi 4.5. The last column is the share of the first search's time spent on
# simulations, in the fastest of 100 searches; the rest is set-up and counting.
#
#   scripts/go3-scaling.sh [DIRECTORY]
#
# Games, tables and result pages go to DIRECTORY, by default `go3-scaling`. The same command resumes a stopped match.
# Environment variables and their defaults:
#   BRASA        our program                        (target/release/brasa)
#   SIMULATIONS  simulations per legal move         (10 20 50 100)
#   OPTIONS      further options of go3             (none; --simrule rulebased, for example)
#   OPPONENT     the opponent's preset              (go2)
#   GAMES        games per match                    (400)
#   JOBS         games at once                      (half of the cores)
set -eu
directory=${1:-go3-scaling}
brasa=${BRASA:-target/release/brasa}
options=${OPTIONS:-}
opponent=${OPPONENT:-go2}
games=${GAMES:-400}
jobs=${JOBS:-$((($(nproc) + 1) / 2))}

echo "| simulations for each move | games | won | 95 % interval | share of the time |"
echo "|---|---|---|---|---|"
for simulations in ${SIMULATIONS:-10 20 50 100}; do
    player="$brasa --preset go3 --sim $simulations $options --quiet"
    report=$("$brasa" match --black "$player --srand %SRAND" --white "$brasa --preset $opponent --srand %SRAND" \
        --size 5 --komi 4.5 --games "$games" --alternate --threads "$jobs" \
        --sgffile "$directory/$opponent-$simulations")
    rate=$(echo "$report" | sed -n 's/^  win rate *//p')
    interval=${rate#*: }
    share=$(yes 'reg_genmove b
uct_stat_search' | head -200 | $player --size 5 --srand 1 | sed -n 's/^Games.s *//p; s/^PlayoutTime *//p' |
        paste - - | sort -n | tail -1 | cut -f2)
    echo "| $simulations | $games | ${rate% (*} | ${interval%)} | ${share%\%} % |"
done
