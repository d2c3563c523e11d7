#!/bin/sh
# Plays the matches for the table in src/guide/strength.md, and prints it.
#
#   scripts/strength.sh [DIRECTORY]
#
# Games, tables and result pages go to DIRECTORY, by default `strength`. The same command resumes a stopped match.
# Environment variables and their defaults:
#   BRASA     our program                  (target/release/brasa)
#   LIMIT     our limit per move           (--time 1)
#   OPPONENT  the opponent's command       (GNU Go 3.8, level 10, Chinese rules)
#   MATCHES   board size:games             (9:200 13:100 19:50)
#   JOBS      games at once                (half of the cores)
set -eu
PATH=$PATH:/usr/games
directory=${1:-strength}
brasa=${BRASA:-target/release/brasa}
limit=${LIMIT:---time 1}
opponent=${OPPONENT:-gnugo --mode gtp --chinese-rules --positional-superko --level 10 --seed %SRAND}
jobs=${JOBS:-$((($(nproc) + 1) / 2))}

echo "| board | limit of each move | games | won | 95 % interval | Elo |"
echo "|---|---|---|---|---|---|"
for match in ${MATCHES:-9:200 13:100 19:50}; do
    size=${match%:*} games=${match#*:}
    report=$("$brasa" match --black "$brasa --threads 1 $limit --srand %SRAND" --white "$opponent" \
        --referee "gnugo --mode gtp --chinese-rules" \
        --size "$size" --komi 7.5 --games "$games" --alternate --threads "$jobs" \
        --sgffile "$directory/$size$(echo "$limit" | tr -d ' ')")
    rate=$(echo "$report" | sed -n 's/^  win rate *//p')
    elo=$(echo "$report" | sed -n 's/^  Elo *//p')
    interval=${rate#*: }
    echo "| ${size}x$size | \`$limit\` | $games | ${rate% (*} | ${interval%)} | ${elo% (*} |"
done
