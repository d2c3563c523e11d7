#!/bin/sh
# Plays on CGOS: the server's Python client connects brasa to it.
#
#   scripts/cgos.sh [CONFIGURATION]
#
# Edit name and password in a copy of scripts/cgos.cfg, whose @COMMAND@ this script replaces, and the engine's settings
# in scripts/cgos.gtp. The Tcl client needs only the command printed by this script. Environment variables and their
# defaults:
#   BRASA     our program                                          (target/release/brasa)
#   CLIENT    the client, from the server's repository             (python3 cgosclient.py)
#   THREADS   search threads                                       (half of the cores)
set -eu
here=$(dirname "$0")
command="${BRASA:-target/release/brasa} --quiet --config $here/cgos.gtp --threads ${THREADS:-$((($(nproc) + 1) / 2))}"
echo "command of the engine: $command"
configuration=$(mktemp)
trap 'rm -f "$configuration"' EXIT
sed "s|@COMMAND@|$command|" "${1:-$here/cgos.cfg}" >"$configuration"
${CLIENT:-python3 cgosclient.py} "$configuration"
