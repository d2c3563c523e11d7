#!/bin/sh
# Plays on KGS: kgsGtp connects brasa to the server.
#
#   scripts/kgs.sh [PROPERTIES]
#
# Edit the name, the password and the room in a copy of scripts/kgs.properties, and the settings of the engine in
# scripts/kgs.gtp. Variables of the environment and their defaults:
#   BRASA     our program                       (target/release/brasa)
#   KGSGTP    kgsGtp.jar, from gokgs.com        (kgsGtp.jar)
#   THREADS   the threads of the search         (half of the cores)
set -eu
here=$(dirname "$0")
brasa=${BRASA:-target/release/brasa}
threads=${THREADS:-$((($(nproc) + 1) / 2))}
exec java -jar "${KGSGTP:-kgsGtp.jar}" "${1:-$here/kgs.properties}" \
    engine="$brasa --quiet --config $here/kgs.gtp --threads $threads"
