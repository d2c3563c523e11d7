#!/bin/sh
# Lets a network learn from its own games, generation by generation: self-play, training, and a match of the new network
# against the best one so far, decided by a sequential test.
#
#   scripts/net-loop.sh NET [DIRECTORY]
#
# NET is the first network. Games, networks and matches go to DIRECTORY, by default `net-loop`; its best.net is the best
# network, and generations.txt has a line per generation: number, match score, and whether it was accepted. The same
# command resumes a stopped loop. Other machines may add games for generation G with
#
#   brasa net selfplay --net DIRECTORY/best.net --size SIZE --games N --seed S --out DIRECTORY/games-G-S.sgfl
#
# and their own seed S. Environment variables and their defaults:
#   BRASA        our program                                   (target/release/brasa)
#   SIZE         the board size                                (9)
#   PRESET       preset of all searches: alphago or default    (default)
#   GENERATIONS  total generations                             (10)
#   GAMES        self-play games per generation                (3000)
#   PLAYOUTS     playouts of a full self-play search           (600)
#   QUICK        playouts of its other searches                (150)
#   WINDOW       generations whose games are used              (4)
#   RECORDS      more game records, one SGF game per line      ()
#   STEPS        training steps of 64 positions each           (12000)
#   RATE         peak learning rate                            (0.001)
#   TIME         seconds of CPU time per move                  (0.1)
#   MATCH        maximum games per match                       (200)
#   THREADS      threads, and games at once                    (the cores)
set -eu
if [ $# -lt 1 ]; then
    sed -n '2,28s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
first=$1
directory=${2:-net-loop}
brasa=${BRASA:-target/release/brasa}
size=${SIZE:-9}
threads=${THREADS:-$(nproc)}
mkdir -p "$directory"
best=$directory/best.net
# Makes a network the best one, at once.
take() {
    cp "$1" "$best.new"
    mv "$best.new" "$best"
}
[ -f "$best" ] || take "$first"
touch "$directory/generations.txt"
# Games without playouts would repeat each other.
openings=$directory/openings.sgf
"$brasa" net positions --net "$first" --size "$size" --count 100 --moves 6 --wild 0.05 --komi 7.5 --out "$openings"

player() {
    echo "$brasa --quiet --preset ${PRESET:-default} --nobook --threads 1 --srand %SRAND --set time_mode=cpu --time ${TIME:-0.1} --net $1"
}

generation=$(($(wc -l < "$directory/generations.txt") + 1))
while [ "$generation" -le "${GENERATIONS:-10}" ]; do
    net=$directory/$generation.net
    # A loop stopped between its new best network and the line about it has only the report to read again.
    if ! cmp -s "$net" "$best"; then
        "$brasa" net selfplay --net "$best" --preset "${PRESET:-default}" --size "$size" --games "${GAMES:-3000}" \
            --threads "$threads" --playouts "${PLAYOUTS:-600}" --quick-playouts "${QUICK:-150}" \
            --seed "$generation" --out "$directory/games-$generation-$generation.sgfl"
        games=
        oldest=$((generation - ${WINDOW:-4} + 1))
        for file in "$directory"/games-*.sgfl; do
            number=${file##*/games-}
            if [ "${number%%-*}" -ge "$oldest" ]; then
                games="$games $file"
            fi
        done
        # The file names are separate words.
        # shellcheck disable=SC2086
        "$brasa" net train --from "$best" --games $games ${RECORDS:-} --size "$size" --steps "${STEPS:-12000}" \
            --batch 64 --rate "${RATE:-0.001}" --threads "$threads" --seed "$generation" --out "$net"
    fi
    report=$("$brasa" match --black "$(player "$net")" --white "$(player "$best")" --size "$size" --komi 7.5 \
        --games "${MATCH:-200}" --alternate --threads "$threads" --openings "$openings" \
        --sprt 0 30 --sgffile "$directory/match-$generation")
    score=$(echo "$report" | sed -n 's/^  score *//p')
    if echo "$report" | grep -q 'accepted: Elo 30 '; then
        taken=taken
        take "$net"
    else
        taken="not taken"
    fi
    echo "$generation: $score; $taken" | tee -a "$directory/generations.txt"
    generation=$((generation + 1))
done
