#!/bin/sh
# Measures the levels: plays each against GNU Go and against the level below it, and writes the table of results that
# `brasa levels` prints.
#
#   scripts/levels.sh [DIRECTORY]
#
# Games and tables go to DIRECTORY, by default `levels`. The same command continues measurements that were stopped; all
# tables of DIRECTORY count, so that several runs with other variables add up. Variables of the environment and their
# defaults:
#   BRASA      our program               (target/release/brasa)
#   LEVELS     the levels to measure     (1 2 3 4 5 6 7 8 9 10)
#   OPPONENTS  gnugo-N, or below         (gnugo-0 gnugo-5 gnugo-10 below)
#   SIZE       the board size            (9)
#   GAMES      the games of a match      (20)
#   JOBS       games at the same time    (half of the cores)
#   RESULTS    the table                 (src/engine/levels.txt)
set -eu
PATH=$PATH:/usr/games
directory=${1:-levels}
brasa=${BRASA:-target/release/brasa}
size=${SIZE:-9}
results=${RESULTS:-src/engine/levels.txt}
gnugo="gnugo --mode gtp --chinese-rules --positional-superko --seed %SRAND"
mkdir -p "$directory"

for level in ${LEVELS:-1 2 3 4 5 6 7 8 9 10}; do
    for opponent in ${OPPONENTS:-gnugo-0 gnugo-5 gnugo-10 below}; do
        if [ "$opponent" = below ]; then
            [ "$level" -gt 1 ] || continue
            opponent=level-$((level - 1))
        fi
        case $opponent in
        level-*) program="$brasa --quiet --level ${opponent#level-} --srand %SRAND" ;;
        *) program="$gnugo --level ${opponent#gnugo-}" ;;
        esac
        "$brasa" match --black "$brasa --quiet --level $level --srand %SRAND" --white "$program" \
            --referee "gnugo --mode gtp --chinese-rules" --size "$size" --komi 7.5 --games "${GAMES:-20}" --alternate \
            --threads "${JOBS:-$((($(nproc) + 1) / 2))}" --sgffile "$directory/$size-$level-$opponent" >/dev/null
    done
done

{
    echo "# The results of the levels: level, board size, opponent, games won, games. scripts/levels.sh makes this file."
    for table in "$directory"/*-*-*.dat; do
        case $table in *.summary.dat) continue ;; esac
        name=$(basename "$table" .dat)
        match=${name#*-}
        "$brasa" match --analyze "$table" --json |
            sed 's/.*"draws":\([0-9]*\).*"losses":\([0-9]*\).*"wins":\([0-9]*\).*/\1 \2 \3/' |
            awk -v level="${match%%-*}" -v size="${name%%-*}" -v opponent="${match#*-}" \
                '{ print level, size, opponent, $3 + $1 / 2, $1 + $2 + $3 }'
    done | sort -k2,2n -k1,1n -k3,3
} >"$results"
