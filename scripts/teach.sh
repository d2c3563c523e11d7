#!/bin/sh
# Teaches a network the labels of another engine: values, leads, owners, and half of the moves; the other half are those of
# the games. Positions of lines that stray from the games get only the engine's moves.
#
#   scripts/teach.sh ENGINE NET GAMES.sgfl...
#
# ENGINE is a command that speaks KataGo's analysis JSON, NET the initial network, and the games are SGF, one per line.
# Labels and networks go to DIRECTORY; its taught.net is the new network, with its calibration. The same command resumes
# a stopped run. Environment variables and their defaults:
#   BRASA      our program                        (target/release/brasa)
#   DIRECTORY  directory for all output           (teach)
#   SIZE       the board size                     (19)
#   MARKS      positions of each game             (15)
#   STRAY      lines that stray from each game    (1)
#   KOMI       komi values                        (5.5 6.5 6.5 7.5 7.5 7.5)
#   MOVES      more games, of which only the moves are learned  (none)
#   STEPS      training steps of 128 positions each  (12000)
#   RATE       peak learning rate                 (0.001)
#   BLOCKS     residual blocks, to grow the network  (those of NET)
#   THREADS    training threads                   (the cores)
set -eu
if [ $# -lt 3 ]; then
    sed -n '2,23s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
engine=$1 net=$2
shift 2
brasa=${BRASA:-target/release/brasa} directory=${DIRECTORY:-teach} size=${SIZE:-19}
mkdir -p "$directory"
# shellcheck disable=SC2086 # several komi values
"$brasa" net positions --games "$@" --size "$size" --net "$net" --marks "${MARKS:-15}" --lines "${STRAY:-1}" \
    --komi ${KOMI:-5.5 6.5 6.5 7.5 7.5 7.5} --out "$directory/positions.sgfl"
"$brasa" net label --engine "$engine" --games "$directory/positions.sgfl" --moves both --out "$directory/labels.sgfl"
"$brasa" net train --games "$directory/labels.sgfl" ${MOVES:+--moves "$MOVES"} --size "$size" \
    --from "$net" ${BLOCKS:+--blocks "$BLOCKS"} --steps "${STEPS:-12000}" --batch 128 --rate "${RATE:-0.001}" \
    ${THREADS:+--threads "$THREADS"} --out "$directory/new.net"
"$brasa" calibrate "$directory/labels.sgfl" --size "$size" --net "$directory/new.net" --out "$directory/taught.net"
