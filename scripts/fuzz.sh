#!/bin/sh
# Tries mutated inputs of one reader, or of all of them in turn, and keeps each one that panics, takes over 10 s of
# processor time, or fills the memory, in target/tmp/fuzz-TARGET-SEED-NUMBER.
#
#   scripts/fuzz.sh [TARGET|all] [SECONDS] [SEED] [FIRST]
#
# TARGET: sgf database network state book gtp json http. SECONDS of processor time for each target: 600 by default. The same SEED gives the
# same cases; FIRST is the number of the first one, which is how a finding is repeated. Exit status: 0 nothing found.
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
