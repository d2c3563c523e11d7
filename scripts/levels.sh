#!/bin/sh
# Measures the ranks: plays each of them against the next weaker one, on 19x19 also with handicap stones, and 8k against
# GNU Go; a judge counts the points that each rank loses a move in positions of the 19x19 games. Writes the tables that
# `brasa levels` prints.
#
#   scripts/levels.sh [DIRECTORY]
#
# Games and tables go to DIRECTORY, by default `levels`. The same command continues measurements that were stopped.
# Variables of the environment and their defaults:
#   BRASA      our program               (target/release/brasa)
#   RANKS      the ranks, weakest first  (20k 15k 10k 8k 5k 3k 1k)
#   SIZES      the board sizes           (9 13 19)
#   GAMES      the games of a match      (60)
#   JOBS       games at the same time    (half of the cores)
#   RESULTS    the table of matches      (src/engine/levels.txt)
#   LOSSES     the table of lost points  (src/engine/losses.txt)
#   JUDGE      the judge's command, which speaks KataGo's analysis JSON  (our program)
#   VISITS     its visits of a position  (400)
set -eu
PATH=$PATH:/usr/games
directory=${1:-levels}
brasa=${BRASA:-target/release/brasa}
results=${RESULTS:-src/engine/levels.txt} losses=${LOSSES:-src/engine/losses.txt}
judge=${JUDGE:-$brasa analysis --threads 1} visits=${VISITS:-400}
mkdir -p "$directory"

# play SIZE STRONGER OPPONENT STONES: the opponent is a rank or gnugo-10, and takes the stones.
play() {
    case $3 in
    gnugo-*) other="gnugo --mode gtp --chinese-rules --positional-superko --seed %SRAND --level ${3#gnugo-}" ;;
    *) other="$brasa --quiet --level $3 --srand %SRAND" ;;
    esac
    name="$directory/$1-$2-$3-$4"
    own="$brasa --quiet --level $2 --srand %SRAND"
    set -- "$1" "$2" "$3" "$4" --referee "gnugo --mode gtp --chinese-rules" --size "$1" --games "${GAMES:-60}" \
        --threads "${JOBS:-$((($(nproc) + 1) / 2))}" --sgffile "$name"
    stones=$4
    shift 4
    if [ "$stones" = 0 ]; then
        "$brasa" match --black "$own" --white "$other" --komi 7.5 --alternate "$@" >/dev/null
    else
        # With one stone Black only moves first.
        "$brasa" match --black "$other" --white "$own" --komi 0.5 --handicap "$stones" "$@" >/dev/null
    fi
}

number() {
    case $1 in *k) echo $((20 - ${1%k})) ;; *d) echo $((19 + ${1%d})) ;; esac
}

for size in ${SIZES:-9 13 19}; do
    weaker=
    for rank in ${RANKS:-20k 15k 10k 8k 5k 3k 1k}; do
        if [ -n "$weaker" ]; then
            ranks=$(($(number "$rank") - $(number "$weaker")))
            if [ "$size" = 19 ]; then
                play 19 "$rank" "$weaker" $((ranks - 1))
                play 19 "$rank" "$weaker" "$ranks"
            else
                play "$size" "$rank" "$weaker" 0
            fi
        fi
        weaker=$rank
    done
    play "$size" 8k gnugo-10 0
done

{
    echo "# The results of the ranks: rank, board size, opponent, its handicap stones, games won, games. scripts/levels.sh makes this file."
    for table in "$directory"/*-*-*.dat; do
        case $table in *.summary.dat) continue ;; esac
        match=$(basename "$table" .dat)
        # SIZE-RANK-OPPONENT-STONES; the opponent is the first program of a game with stones.
        size=${match%%-*} rest=${match#*-} stones=${match##*-}
        rank=${rest%%-*} opponent=${rest#*-}
        opponent=${opponent%-*}
        "$brasa" match --analyze "$table" --json |
            sed 's/.*"draws":\([0-9]*\).*"losses":\([0-9]*\).*"wins":\([0-9]*\).*/\1 \2 \3/' |
            awk -v rank="$rank" -v size="$size" -v opponent="$opponent" -v stones="$stones" \
                '{ won = stones > 0 ? $2 : $3; print rank, size, opponent, stones, won + $1 / 2, $1 + $2 + $3 }'
    done | sort -k2,2n -k1,1n -k4,4n -k3,3
} >"$results"

# Points are counted on 19x19.
case " ${SIZES:-19} " in *" 19 "*) ;; *) exit ;; esac
set --
for rank in ${RANKS:-20k 15k 10k 8k 5k 3k 1k}; do
    set -- "$@" --player "$brasa --quiet --level $rank --srand 1"
done
python3 "$(dirname "$0")/losses.py" --engine "$judge" --visits "$visits" "$@" "$directory"/19-*-[0-3].sgf >"$directory/losses"
{
    echo "# Rank, board size, judged moves, points lost a move, standard error. scripts/levels.sh makes this file."
    for rank in ${RANKS:-20k 15k 10k 8k 5k 3k 1k}; do
        read -r moves points error _
        echo "$rank 19 $moves $points $error"
    done <"$directory/losses"
} >"$losses"
