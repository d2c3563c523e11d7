#!/bin/sh
# Plays on OGS (online-go.com): gtp2ogs connects brasa to the server.
#
#   scripts/ogs.sh [CONFIGURATION]
#
# Edit the key in a copy of scripts/ogs.json5, and the engine's settings in scripts/ogs.gtp. Environment variables and
# their defaults:
#   BRASA     our program                             (target/release/brasa)
#   GTP2OGS   gtp2ogs, version 9                      (gtp2ogs)
#   THREADS   search threads per game                 (half of the cores)
set -eu
here=$(dirname "$0")
threads=${THREADS:-$((($(nproc) + 1) / 2))}
exec "${GTP2OGS:-gtp2ogs}" --config "${1:-$here/ogs.json5}" -- \
    "${BRASA:-target/release/brasa}" --quiet --config "$here/ogs.gtp" --threads "$threads"
