#!/bin/sh
# Plays a match as a SLURM job array; each task plays a share of the games:
#
#   sbatch --array=1-50 --cpus-per-task=2 scripts/match-slurm.sh PREFIX OPTIONS...
#
#   sbatch --array=1-50 --cpus-per-task=2 scripts/match-slurm.sh brasa_gnugo \
#       --black "gnugo --mode gtp --chinese-rules" --white "brasa --threads 1 --time 1 --srand %SRAND" \
#       --size 9 --komi 7.5 --games 1000 --alternate
#
# Once all tasks have ended, join the games:
#
#   brasa match --merge PREFIX.part*.dat --sgffile PREFIX
#
# A task that was killed or requeued resumes its share.
#SBATCH --job-name=brasa-match
#SBATCH --requeue
#SBATCH --output=%x-%A_%a.log
set -eu
if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
prefix=$1
shift
# Task numbers start at 0 or 1 and have no gaps.
exec "${BRASA:-brasa}" match "$@" --sgffile "$prefix.part$SLURM_ARRAY_TASK_ID" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
