#!/bin/sh
# Installs the Debian package made by scripts/release.sh in a clean root, runs it there without network access, removes
# it, and checks that nothing is left. The tarball is tested there too.
#
#   scripts/try-package.sh [SUITE]
#
# SUITE is a Debian release, by default bookworm. Needs root, mmdebstrap and a Debian mirror. Exit status: 0 all is well.
set -eu
cd "$(dirname "$0")/.."
suite=${1:-bookworm}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
# The essential packages and apt, as in the smallest installation.
mmdebstrap --quiet --mode=root --variant=apt "$suite" "$root"
cp target/dist/*.deb "$root/brasa.deb"
cp target/dist/*.tar.gz "$root/brasa.tar.gz"
inside() { chroot "$root" /usr/bin/env HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
files() { inside find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /var/lib/dpkg -o -path /var/log \
    -o -path /var/cache -o -path /tmp \) -prune -o -print | sort; }
# A move, an analysis and a review show that books, networks and databases are included.
try() {
    inside brasa --version
    inside sh -c 'printf "boardsize 9\ngenmove b\nquit\n" | brasa --playouts 200' | grep -q '^= [A-J][1-9]'
    inside sh -c 'echo "{\"id\":\"a\",\"moves\":[],\"boardXSize\":9,\"boardYSize\":9,\"rules\":\"chinese\",\"maxVisits\":50}" | brasa analysis' 2>/dev/null |
        grep -q '"visits":50,'
    inside brasa review "$1" --playouts 20 -o /tmp/review.html >/dev/null
    inside test -s /tmp/review.html
}
files >"$root/tmp/before"
inside dpkg --install /brasa.deb
# No dependency is missing.
inside apt-get check
try /usr/share/doc/brasa/src/guide/game.sgf
inside dpkg --verify brasa
inside dpkg --purge brasa
files >"$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after"
inside tar -xzf /brasa.tar.gz -C /usr/local --strip-components 1
try /usr/local/share/doc/brasa/src/guide/game.sgf
echo "installed, ran and removed cleanly on $suite"
