#!/bin/sh
# Plays training games for a network as a SLURM job array; each task writes its own file:
#
#   sbatch --array=1-50 --cpus-per-task=2 scripts/selfplay-slurm.sh PREFIX OPTIONS...
#
#   sbatch --array=1-50 --cpus-per-task=2 scripts/selfplay-slurm.sh games \
#       --net patterns/9x9.net --size 9 --games 1000 --threads 2
#
# Task 7 writes PREFIX-7.sgfl with the games of seed 7. A task that was killed or requeued resumes its file. One
# training run reads all files:
#
#   brasa net train --from patterns/9x9.net --size 9 --games games-*.sgfl --out next.net
#
# GNU parallel does the same on this and other machines:
#
#   parallel brasa net selfplay --size 9 --games 1000 --threads 1 --seed {} --out games-{}.sgfl ::: 1 2 3 4
#SBATCH --job-name=brasa-selfplay
#SBATCH --requeue
#SBATCH --output=%x-%A_%a.log
set -eu
if [ $# -lt 1 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
prefix=$1
shift
exec "${BRASA:-brasa}" net selfplay "$@" --seed "$SLURM_ARRAY_TASK_ID" --out "$prefix-$SLURM_ARRAY_TASK_ID.sgfl"
