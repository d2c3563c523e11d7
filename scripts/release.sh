#!/bin/sh
# Builds what people install without Rust: a tarball with its checksum and a Debian package, in target/dist.
#
#   scripts/release.sh
#
# The tarball mirrors /usr/local: tar -xzf FILE -C /usr/local --strip-components 1 installs it. The program needs only the
# C library; the last line of output names the glibc version, at most that of the build machine. scripts/try-package.sh
# tests the package in a clean Debian. Needs Python 3, and for the package cargo-deb: cargo install cargo-deb.
set -eu
cd "$(dirname "$0")/.."
out=target/dist
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=brasa-$version-$(rustc -vV | sed -n 's/^host: //p')
cargo build --release --locked
brasa=target/release/brasa

# Cargo.toml places the same files in the Debian package.
rm -rf "$out"
mkdir -p "$out/man" "$out/completions"
$brasa man >"$out/man/brasa.1"
for subcommand in $($brasa man | sed -n 's/^brasa\\-\([a-z]*\)(1)$/\1/p'); do
    $brasa man "$subcommand" >"$out/man/brasa-$subcommand.1"
done
for shell in bash zsh fish; do
    $brasa completions $shell >"$out/completions/brasa.$shell"
done
python3 scripts/licenses.py >"$out/licenses.txt"

root=$out/$name
install -D -m 755 $brasa "$root/bin/brasa"
for page in "$out"/man/*; do
    install -D -m 644 "$page" "$root/share/man/man1/$(basename "$page")"
done
install -D -m 644 "$out/completions/brasa.bash" "$root/share/bash-completion/completions/brasa"
install -D -m 644 "$out/completions/brasa.zsh" "$root/share/zsh/site-functions/_brasa"
install -D -m 644 "$out/completions/brasa.fish" "$root/share/fish/vendor_completions.d/brasa.fish"
for file in README.md LICENSE "$out/licenses.txt"; do
    install -D -m 644 "$file" "$root/share/doc/brasa/$(basename "$file")"
done
for file in $(git ls-files src/guide) patterns/README.md book/README.md; do
    install -D -m 644 "$file" "$root/share/doc/brasa/$file"
done
# The same commit yields the same tarball.
date=$(git log -1 --format=%cI 2>/dev/null || date -Is)
tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$date" -cf - "$name" | gzip -n >"$out/$name.tar.gz"
rm -r "$root"
if cargo deb --version >/dev/null 2>&1; then
    cargo deb --no-build --quiet --output "$out/"
else
    echo "no Debian package: cargo install cargo-deb" >&2
fi
(cd "$out" && sha256sum -- *.tar.gz $(ls | grep '\.deb$') >SHA256SUMS && cat SHA256SUMS)
echo "oldest glibc: $(objdump -T $brasa | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -1)"
