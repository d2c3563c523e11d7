#!/bin/sh
# Plays on KGS: kgsGtp connects brasa to the server.
#
#   scripts/kgs.sh [PROPERTIES]
#
# Edit name, password and room in a copy of scripts/kgs.properties, and the engine's settings in scripts/kgs.gtp.
# Environment variables and their defaults:
#   BRASA     our program                       (target/release/brasa)
#   KGSGTP    kgsGtp.jar, from gokgs.com        (kgsGtp.jar)
#   THREADS   search threads                    (half of the cores)
set -eu
here=$(dirname "$0")
brasa=${BRASA:-target/release/brasa}
threads=${THREADS:-$((($(nproc) + 1) / 2))}
exec java -jar "${KGSGTP:-kgsGtp.jar}" "${1:-$here/kgs.properties}" \
    engine="$brasa --quiet --config $here/kgs.gtp --threads $threads"
