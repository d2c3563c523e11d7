#!/bin/sh
# Plays the matches of the table of strength in README.md and prints the table.
#
#   scripts/strength.sh [DIRECTORY]
#
# Games, tables and result pages go to DIRECTORY, by default `strength`; a run that was stopped continues.
# Environment variables change the defaults in parentheses:
#   BRASA     our program                              (target/release/brasa)
#   OPPONENT  the opponent's command                   (GNU Go 3.8, level 8, Chinese rules)
#   SECONDS_A_MOVE  our time, one thread               (1)
#   JOBS      games at the same time                   (half of the cores)
#   MATCHES   board size and games of each match       (9:200 13:100 19:50)
set -eu
PATH=$PATH:/usr/games
directory=${1:-strength}
brasa=${BRASA:-target/release/brasa}
opponent=${OPPONENT:-gnugo --mode gtp --chinese-rules --positional-superko --level 8 --seed %SRAND}
seconds=${SECONDS_A_MOVE:-1}
jobs=${JOBS:-$((($(nproc) + 1) / 2))}

echo "| board | time a move | games | won | 95 % | Elo |"
echo "|---|---|---|---|---|---|"
for match in ${MATCHES:-9:200 13:100 19:50}; do
    size=${match%:*} games=${match#*:}
    report=$("$brasa" match --black "$brasa --threads 1 --time $seconds --srand %SRAND" --white "$opponent" \
        --size "$size" --komi 7.5 --games "$games" --alternate --threads "$jobs" \
        --sgffile "$directory/$size-${seconds}s")
    rate=$(echo "$report" | sed -n 's/^  win rate *//p')
    elo=$(echo "$report" | sed -n 's/^  Elo *//p')
    interval=${rate#*: }
    echo "| ${size}x$size | $seconds s | $games | ${rate% (*} | ${interval%)} | ${elo% (*} |"
done
