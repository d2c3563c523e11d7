#!/bin/bash
# Teaches a network on a GPU, with millions of positions labeled by a KataGo network: values, leads, owners and moves.
#
#   scripts/teach-gpu.sh NET.bin.gz SIZE GAMES.sgfl...
#
# The games are SGF, one per line; those without a result teach no moves of their own. The new network is taught.net in
# DIRECTORY. Environment variables and their defaults:
#   BRASA      our program                                    (target/release/brasa)
#   INPUTS     scripts/teacher-inputs.cpp, compiled           (./teacher-inputs)
#   DIRECTORY  directory for all output; 3 kB a position      (teach)
#   MARKS      positions labeled in each game                 (60)
#   WILD       random continuations per game                  (2)
#   KOMI       komi values                                    (5.5 6.5 7.5 7.5 7.5)
#   TRAIN      options of scripts/train.py                    (--blocks 6 --channels 64 --batch 1024 --seconds 600)
set -euo pipefail
if [ $# -lt 3 ]; then
    sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
teacher=$1 size=$2 cores=$(nproc) scripts=$(dirname "$0")
shift 2
export size brasa=${BRASA:-target/release/brasa} inputs=${INPUTS:-./teacher-inputs} d=${DIRECTORY:-teach}
export marks=${MARKS:-60} wild=${WILD:-2} komi=${KOMI:-5.5 6.5 7.5 7.5 7.5}
if [ -e "$d" ]; then
    echo "teach-gpu.sh: $d exists; choose another DIRECTORY" >&2
    exit 1
fi
mkdir -p "$d"
cat "$@" | split -n "r/$cores" -d - "$d/games"

# One core's share: marked games, then arrays and inputs for training and tests.
share() {
    # shellcheck disable=SC2086 # several komi values
    "$inputs" mark "$size" "$marks" "$wild" "$((10#$1 + 1))" $komi <"$d/games$1" >"$d/marked$1"
    "$inputs" planes "$size" <"$d/marked$1" >"$d/training$1.bin"
    "$inputs" planes "$size" tests <"$d/marked$1" >"$d/tests$1.bin"
    "$brasa" net export --games "$d/marked$1" --size "$size" --out "$d/training$1.npy"
    "$brasa" net export --games "$d/marked$1" --size "$size" --tests --out "$d/tests$1.npy"
}
export -f share
for games in "$d"/games*; do echo "${games##*games}"; done | xargs -P "$cores" -I{} bash -euc 'share {}'

pairs() { for array in "$d"/training*.npy "$d"/tests*.npy; do echo "$array" "${array%.npy}.bin"; done; }
# shellcheck disable=SC2046,SC2086 # several words
{
    python3 "$scripts/teacher.py" "$teacher" "$size" $(pairs)
    python3 "$scripts/train.py" "$d"/training*.npy --tests "$d"/tests*.npy --out "$d/taught.net" \
        ${TRAIN:---blocks 6 --channels 64 --batch 1024 --seconds 600}
}
