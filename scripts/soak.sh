#!/bin/sh
# Hunts for faults for an hour: plays whole games with random clocks, sizes, rules, threads, pondering, interrupts, undo
# and set-up, and checks them with a referee that shares no code with the engine. Meanwhile other processes keep the
# machine busy, and crashes and losses on time are counted.
#
#   scripts/soak.sh [--hours N] [--jobs N] [--load N] [--directory DIR] [--game N]
#
# The same command resumes a stopped run; `--game N` replays one game. The directory, by default `soak`, has a line per
# game in log.jsonl and the transcript of each fault in finding-N.txt. `--help` lists the options.
# Needs Python 3. Exit status: 0 no fault found, 1 a fault found.
set -eu
cd "$(dirname "$0")/.."
[ -x target/release/brasa ] || cargo build --release
exec python3 scripts/soak.py "$@"
