#!/bin/bash
# Teaches a network on a GPU, with millions of positions labeled by a KataGo network: values, leads, owners and moves.
#
#   scripts/teach-gpu.sh NET.bin.gz SIZE POSITIONS.sgfl...
#
# The positions are the output of `brasa net positions`. The new network is taught.net in DIRECTORY. Environment variables
# and their defaults:
#   BRASA      our program                                    (target/release/brasa)
#   INPUTS     scripts/teacher-inputs.cpp, compiled           (./teacher-inputs)
#   DIRECTORY  directory for all output; 3 kB a position      (teach)
#   TRAIN      options of scripts/train.py; none: only label  (--blocks 6 --channels 64 --batch 1024 --seconds 600)
set -euo pipefail
if [ $# -lt 3 ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
teacher=$1 size=$2 cores=$(nproc) scripts=$(dirname "$0")
shift 2
export size brasa=${BRASA:-target/release/brasa} inputs=${INPUTS:-./teacher-inputs} d=${DIRECTORY:-teach}
if [ -e "$d" ]; then
    echo "teach-gpu.sh: $d exists; choose another DIRECTORY" >&2
    exit 1
fi
mkdir -p "$d"
cat "$@" | split -n "r/$cores" -d - "$d/positions"

# One core's share: arrays and inputs for training and tests.
share() {
    "$inputs" "$size" <"$d/positions$1" >"$d/training$1.bin"
    "$inputs" "$size" tests <"$d/positions$1" >"$d/tests$1.bin"
    "$brasa" net export --games "$d/positions$1" --size "$size" --out "$d/training$1.npy"
    "$brasa" net export --games "$d/positions$1" --size "$size" --tests --out "$d/tests$1.npy"
}
export -f share
for games in "$d"/positions*; do echo "${games##*positions}"; done | xargs -P "$cores" -I{} bash -euc 'share {}'

pairs() { for array in "$d"/training*.npy "$d"/tests*.npy; do echo "$array" "${array%.npy}.bin"; done; }
# shellcheck disable=SC2046,SC2086 # several words
{
    python3 "$scripts/teacher.py" "$teacher" "$size" $(pairs)
    train=${TRAIN---blocks 6 --channels 64 --batch 1024 --seconds 600}
    if [ "$train" ]; then
        python3 "$scripts/train.py" "$d"/training*.npy --tests "$d"/tests*.npy --out "$d/taught.net" $train
    fi
}
