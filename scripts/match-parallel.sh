#!/bin/sh
# Plays a match in several processes on this machine with GNU parallel, and joins their games:
#
#   scripts/match-parallel.sh SHARDS PREFIX OPTIONS...
#
#   scripts/match-parallel.sh 4 brasa_gnugo --black "gnugo --mode gtp --chinese-rules" \
#       --white "brasa --threads 1 --time 1 --srand %SRAND" --size 9 --komi 7.5 --games 100 --alternate
#
# The same command resumes a stopped match. PARALLEL_OPTIONS holds further options of parallel, for example to play on
# several machines that share a directory:
# PARALLEL_OPTIONS="--sshlogin 4/host1,4/host2 --workdir ." scripts/match-parallel.sh 8 ...
set -eu
if [ $# -lt 3 ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
shards=$1 prefix=$2
shift 2
brasa=${BRASA:-brasa}

# --quote: parallel keeps the spaces and quotes in the options.
seq "$shards" | parallel --quote --jobs "$shards" --halt soon,fail=1 --line-buffer ${PARALLEL_OPTIONS:-} \
    "$brasa" match "$@" --shard "{}/$shards" --sgffile "$prefix.part{}" --json > /dev/null

"$brasa" match --merge "$prefix".part*.dat --sgffile "$prefix"
