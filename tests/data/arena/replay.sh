#!/bin/sh
# A GTP program that plays given moves: replay.sh AS_BLACK AS_WHITE [SCORE] [LOG]
#
# AS_BLACK and AS_WHITE are the moves with each color, in order; after the last one it refuses to move.
# SCORE is the result it reports. It knows only the commands of a match, without `boardsize`.
as_black=$1 as_white=$2 score=${3:-} log=${4:-/dev/null}

reply() { printf '= %s\n\n' "$1"; }

refuse() { printf '? %s\n\n' "$1"; }

# Replies with the first argument; the others are left in `rest`.
answer() {
    if [ $# = 0 ]; then
        refuse "the game is over"
        return
    fi
    reply "$1"
    shift
    rest=$*
}

while read -r command argument move; do
    echo "$command $argument $move" >> "$log"
    case $command in
        name) reply replay ;;
        list_commands) reply "$(printf 'name\nlist_commands\nclear_board\nplay\ngenmove\nfinal_score\nquit')" ;;
        clear_board) black=$as_black white=$as_white; reply ;;
        play) reply ;;
        genmove)
            rest=
            # Unquoted, to split the words.
            case $argument in
                b) answer $black; black=$rest ;;
                *) answer $white; white=$rest ;;
            esac
            ;;
        final_score) if [ -n "$score" ]; then reply "$score"; else refuse "cannot score"; fi ;;
        quit) reply; exit 0 ;;
        *) refuse "unknown command" ;;
    esac
done
