#!/bin/sh
# Plays the opening moves of self-play games, for `brasa book from-sgf`.
#
#   scripts/book-lines.sh SIZE PLAYOUTS MOVES LINES DIRECTORY
#
# Each line is a file in DIRECTORY: MOVES moves of PLAYOUTS playouts each, without a book. The same command resumes a
# stopped run. BRASA is our program (target/release/brasa).
set -eu
size=$1 playouts=$2 moves=$3 lines=$4 directory=$5
brasa=${BRASA:-target/release/brasa}
mkdir -p "$directory"
for line in $(seq "$lines"); do
    file=$directory/$line.sgf
    if [ -e "$file" ]; then continue; fi
    {
        printf 'boardsize %s\nkomi 7.5\n' "$size"
        for _ in $(seq $((moves / 2))); do printf 'genmove b\ngenmove w\n'; done
        printf 'savesgf %s\n' "$file"
    } | "$brasa" --quiet --nobook --threads 1 --srand "$line" --playouts "$playouts" > /dev/null
done
