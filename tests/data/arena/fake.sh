#!/bin/sh
# A GTP program: fake.sh MODE [SEED] [SCORE] [LOG]
#
# It plays four moves per game in its own rows, in column E or in columns that depend on the seed, then passes,
# and reports the result SCORE. MODE selects its deviation:
#   play          none
#   resign        resigns at its third move
#   crash         exits at its third move with a message
#   hang          sleeps at its third move, as does a child process that it starts
#   slow          takes a fifth of a second per move
#   nonsense      answers its third genmove with a line that is not a GTP reply
#   no-vertex     answers its third genmove with an invalid vertex
#   occupied      plays its first move again
#   suicide       helps to surround A1, and plays there when it is White
#   refuse        refuses handicap stones, and the opponent's third move
#   talk          writes the move number to standard error
#   flood         writes a lot to standard error with every reply
#   endless       answers its third genmove with endless text
#   unknown       refuses to report the result
#   score-crash   exits when asked for the result
#   late          sleeps when asked for its name
#   die           exits without any reply
mode=${1:-play} seed=${2:-0} score=${3:-B+3.5} log=${4:-/dev/null}
moves=0 seen=0 first=

reply() {
    [ "$mode" = flood ] && head -c 200000 /dev/zero | tr '\0' x >&2
    printf '= %s\n\n' "$1"
}

refuse() { printf '? %s\n\n' "$1"; }

# One stone per row, Black from the bottom and White from the top, so that no stone is captured.
next_move() {
    if [ "$moves" -gt 4 ]; then
        vertex=pass
        return
    fi
    column=5
    if [ "$seed" != 0 ]; then
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        column=$((seed / 65536 % 9 + 1))
    fi
    case $1 in b*) row=$moves ;; *) row=$((10 - moves)) ;; esac
    vertex=$(echo ABCDEFGHJ | cut -c $column)$row
    [ -n "$first" ] || first=$vertex
}

surround() {
    case $1$moves in
        b1) vertex=A2 ;; b2) vertex=B1 ;; b3) vertex=J9 ;;
        w1) vertex=J5 ;; w2) vertex=J6 ;; *) vertex=A1 ;;
    esac
}

genmove() {
    moves=$((moves + 1))
    next_move "$1"
    case $mode$moves in
        resign3) vertex=resign ;;
        crash3) echo "out of luck" >&2; exit 3 ;;
        hang3) sleep 1000 & sleep 1000 ;;
        nonsense3) echo "what was that?"; return ;;
        no-vertex3) vertex=Z99 ;;
        occupied3) vertex=$first ;;
        endless3) yes "= E5" | tr -d '\n' ;;
        suicide*) surround "$1" ;;
        slow*) sleep 0.2 ;;
        talk*) printf 'thinking <%s>\n' "$moves" >&2 ;;
    esac
    reply "$vertex"
}

[ "$mode" = die ] && exit 7
while read -r command first_argument rest; do
    echo "$command $first_argument $rest" >> "$log"
    case $command in
        name) [ "$mode" = late ] && sleep 1000; reply "Fake $mode" ;;
        version) reply 1.0 ;;
        list_commands) reply "$(printf 'boardsize\nclear_board\nkomi\ntime_settings\nplay\ngenmove\nfinal_score\nquit')" ;;
        clear_board) moves=0 seen=0 first=; reply ;;
        genmove) genmove "$first_argument" ;;
        play)
            seen=$((seen + 1))
            if [ "$mode$seen" = refuse3 ]; then refuse "illegal move"; else reply; fi
            ;;
        set_free_handicap) if [ "$mode" = refuse ]; then refuse "unknown command"; else reply; fi ;;
        final_score)
            case $mode in
                unknown) refuse "cannot score" ;;
                score-crash) exit 4 ;;
                *) reply "$score" ;;
            esac
            ;;
        quit) reply; exit 0 ;;
        *) reply ;;
    esac
done
