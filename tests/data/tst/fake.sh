# A program with a command for each of its faults; run as `sh fake.sh`.
position=none
while read -r command rest; do
    case $command in
        crash) echo 'out of coffee' >&2; exit 3 ;;
        hang) sleep 1000 ;;
        babble) echo hello ;;
        refuse) printf '? no\n\n' ;;
        name) printf '= Fake\n\n' ;;
        version) printf '= %s\n\n' "$1" ;;
        echo) printf '= %s\n\n' "$rest" ;;
        seed) printf '= %s\n\n' "$1" ;;
        directory) printf '= %s\n\n' "${PWD##*/}" ;;
        lines) printf '= one\ntwo\n\n' ;;
        clear_board) position=; printf '= \n\n' ;;
        play|budget) position="$position$rest "; printf '= \n\n' ;;
        genmove) position="$position$rest C3 "; printf '= C3\n\n' ;;
        showboard) printf '= <%s>\n\n' "$position" ;;
        loadsgf) if [ "$rest" = good.sgf ]; then position='good '; printf '= \n\n'; else printf '? cannot load\n\n'; fi ;;
        quit) printf '= \n\n'; exit ;;
        *) printf '? unknown command\n\n' ;;
    esac
done
