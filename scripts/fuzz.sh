#!/bin/sh
# Feeds mutated inputs to one reader, or to all of them in turn, and keeps each input that panics, takes over 10 s of CPU
# time, or fills the memory, in target/tmp/fuzz-TARGET-SEED-NUMBER.
#
#   scripts/fuzz.sh [TARGET|all] [SECONDS] [SEED] [FIRST]
#
# TARGET: sgf database network state book gtp json http. SECONDS is the CPU time per target, by default 600. The same SEED
# gives the same cases; FIRST is the number of the first one, to reproduce a finding. Exit status: 0 nothing found.
set -u
cd "$(dirname "$0")/.."
target=${1:-all}
[ "$target" = all ] && target="sgf database network state book gtp json http"
status=0
for name in $target; do
    FUZZ_TARGET=$name FUZZ_SECONDS=${2:-600} FUZZ_SEED=${3:-$(date +%s)} FUZZ_FIRST=${4:-0} \
        cargo test --quiet --test integration -- --exact fuzz::long --ignored --nocapture || status=1
done
exit $status
