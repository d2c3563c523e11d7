#!/bin/sh
# Looks for faults for an hour: whole games under random clocks, sizes, rules, threads, pondering, interruptions, undo
# and set-up, with a referee that shares no code with the engine.
#
#   scripts/soak.sh [--hours N] [--jobs N] [--directory DIR] [--game N]
#
# A run that was stopped continues with the same command; `--game N` plays one game again. The folder (`soak`) has a
# line for each game in log.jsonl, and the transcript of each finding in finding-N.txt. `--help` lists the options.
# Needs Python 3. Exit status: 0 nothing found, 1 something found.
set -eu
cd "$(dirname "$0")/.."
[ -x target/release/brasa ] || cargo build --release
exec python3 scripts/soak.py "$@"
