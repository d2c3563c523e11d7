#!/bin/sh
# Plays on CGOS: the server's client in Python connects brasa to it.
#
#   scripts/cgos.sh [CONFIGURATION]
#
# Edit the name and the password in a copy of scripts/cgos.cfg, and the settings of the engine in scripts/cgos.gtp. The
# client in Tcl needs only the command that this script prints. Variables of the environment and their defaults:
#   BRASA     our program                                          (target/release/brasa)
#   CLIENT    the client, from the repository of the server        (python3 cgosclient.py)
#   THREADS   the threads of the search                            (half of the cores)
set -eu
here=$(dirname "$0")
command="${BRASA:-target/release/brasa} --quiet --config $here/cgos.gtp --threads ${THREADS:-$((($(nproc) + 1) / 2))}"
echo "command of the engine: $command"
configuration=$(mktemp)
trap 'rm -f "$configuration"' EXIT
sed "s|@COMMAND@|$command|" "${1:-$here/cgos.cfg}" >"$configuration"
${CLIENT:-python3 cgosclient.py} "$configuration"
