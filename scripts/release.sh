#!/usr/bin/env bash
# Builds the files of a release from the current commit into target/release-archives:
#
#     scripts/release.sh [PLATFORM...]
#
# PLATFORM is linux-x86_64, linux-aarch64, windows-x86_64 or macos (default: all). The exit status
# is 1 if one cannot be built here. An archive contains the program, its documents, man pages,
# completions and all licences. Linux also gets Debian packages. SHA256SUMS lists all files.
#
# rustup installs missing targets. Needs xz, zip, dpkg-deb and the linkers cc,
# x86_64-w64-mingw32-gcc and aarch64-linux-gnu-gcc. On Debian:
#     apt install zip gcc-mingw-w64-x86-64 gcc-aarch64-linux-gnu
set -euo pipefail
usage() { sed -n '2,12s/^# \?//p' "$0"; }
case ${1-} in -h | --help) usage; exit 0 ;; esac
cd "$(dirname "$0")/.."
all=(linux-x86_64 linux-aarch64 windows-x86_64 macos)
platforms=("$@")
[ $# -gt 0 ] || platforms=("${all[@]}")
for platform in "${platforms[@]}"; do
	[[ " ${all[*]} " == *" $platform "* ]] || {
		printf 'release: invalid platform %q: expected one of %s\n' "$platform" "${all[*]}" >&2
		exit 2
	}
done

# The program contains the name of the commit.
if [ -n "$(git status --porcelain)" ]; then
	git status --short >&2
	echo 'release: files differ from the commit: commit or remove them first' >&2
	exit 2
fi

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
# The same commit gives the same archives at any time.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
out=$PWD/target/release-archives
work=$PWD/target/release-work
rm -rf "$work"
mkdir -p "$out" "$work"
# No paths of this machine in panic messages.
remap="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"$'\x1f'"--remap-path-prefix=$PWD=/outflank"
failed=()

# Runs COMMAND with `set -e`, which a condition would disable. Sets $answer to its output, and $status.
try() { # COMMAND...
	set +e
	answer=$(set -e; "$@")
	status=$?
	set -e
}

have() { # COMMAND...
	local command
	for command; do
		command -v "$command" >/dev/null || { printf '%s is not installed\n' "$command" >&2; return 1; }
	done
}

# Builds the program for one target without levels and prints its path.
build_plain() { # TARGET
	CARGO_TARGET_DIR=target/levels CARGO_ENCODED_RUSTFLAGS="$remap" \
		cargo build --release --locked --bin outflank --target "$1" >&2 &&
		printf '%s\n' "target/levels/$1/release/outflank"
}

build() { # PLATFORM
	case $1 in
		linux-x86_64)
			have cc &&
				LEVELS_RUSTFLAGS=$remap scripts/build-levels.sh x86_64-unknown-linux-musl ;;
		linux-aarch64)
			scripts/add-target.sh aarch64-unknown-linux-musl && have aarch64-linux-gnu-gcc &&
				CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=aarch64-linux-gnu-gcc \
					build_plain aarch64-unknown-linux-musl ;;
		windows-x86_64)
			have x86_64-w64-mingw32-gcc zip &&
				LEVELS_RUSTFLAGS=$remap scripts/build-levels.sh x86_64-pc-windows-gnu ;;
		macos)
			# Apple's linker and SDK run only on a Mac.
			[ "$(uname -s)" = Darwin ] || { echo 'the program for macOS is built on a Mac' >&2; return 1; }
			scripts/add-target.sh aarch64-apple-darwin && scripts/add-target.sh x86_64-apple-darwin || return 1
			local arm intel
			arm=$(build_plain aarch64-apple-darwin) &&
				intel=$(LEVELS_RUSTFLAGS=$remap scripts/build-levels.sh x86_64-apple-darwin) &&
				lipo -create -output "$work/universal" "$arm" "$intel" || return 1
			printf '%s\n' "$work/universal" ;;
	esac
}

# The target of a platform for licences.sh.
target_of() { # PLATFORM
	case $1 in
		linux-x86_64) echo x86_64-unknown-linux-musl ;;
		linux-aarch64) echo aarch64-unknown-linux-musl ;;
		windows-x86_64) echo x86_64-pc-windows-gnu ;;
		macos) echo aarch64-apple-darwin ;;
	esac
}

# Man pages and completions, from a program that runs here.
documents=
make_documents() { # PROGRAM
	documents=$work/documents
	"$1" man --out "$documents/man" >&2
	local shell
	for shell in bash zsh fish powershell; do
		"$1" completions $shell --out "$documents/completions" >&2
	done
}

archive() { # PLATFORM PROGRAM
	local name=outflank-$version-$1 suffix=
	[[ $1 != windows-* ]] || suffix=.exe
	local folder=$work/$name
	mkdir -p "$folder"
	cp "$2" "$folder/outflank$suffix"
	cp README.md protocol.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder/"
	scripts/licences.sh "$(target_of "$1")" >"$folder/THIRD-PARTY.txt"
	cp -r "$documents/man" "$documents/completions" "$folder/"
	find "$folder" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	case $1 in
		windows-*)
			(cd "$work" && find "$name" | LC_ALL=C sort | TZ=UTC zip -q -X -9 "$work/$name.zip" -@)
			mv "$work/$name.zip" "$out/"
			printf '%s\n' "$name.zip" ;;
		*)
			tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -c "$name" |
				xz -6 -T1 >"$work/$name.tar.xz"
			mv "$work/$name.tar.xz" "$out/"
			printf '%s\n' "$name.tar.xz" ;;
	esac
}

# Debian's name of the architecture.
architecture_of() { # PLATFORM
	case $1 in *-x86_64) echo amd64 ;; *-aarch64) echo arm64 ;; esac
}

debian() { # PLATFORM PROGRAM
	local architecture root
	architecture=$(architecture_of "$1")
	have dpkg-deb || return 1
	root=$work/debian-$architecture
	local share=$root/usr/share documentation=$root/usr/share/doc/outflank
	install -Dm755 "$2" "$root/usr/bin/outflank"
	install -Dm644 -t "$documentation" README.md protocol.md
	gzip -9nc CHANGELOG.md | install -Dm644 /dev/stdin "$documentation/changelog.gz"
	cat - LICENSE-MIT <(printf '\n') LICENSE-APACHE <(printf '\n') \
		"$work/outflank-$version-$1/THIRD-PARTY.txt" >"$documentation/copyright" <<-END
		Outflank is licensed under the MIT or the Apache-2.0 licence, as you like. Both follow,
		and then those of what it contains.

	END
	chmod 644 "$documentation/copyright"
	local page
	for page in "$documents"/man/*.1; do
		gzip -9nc "$page" | install -Dm644 /dev/stdin "$share/man/man1/${page##*/}.gz"
	done
	install -Dm644 "$documents/completions/outflank.bash" "$share/bash-completion/completions/outflank"
	install -Dm644 -t "$share/zsh/vendor-completions" "$documents/completions/_outflank"
	install -Dm644 -t "$share/fish/vendor_completions.d" "$documents/completions/outflank.fish"
	mkdir -p "$root/DEBIAN"
	(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
	cat >"$root/DEBIAN/control" <<-END
		Package: outflank
		Version: $version-1
		Architecture: $architecture
		Maintainer: Outflank developers <outflank@localhost>
		Installed-Size: $(du -ks "$root/usr" | cut -f 1)
		Section: games
		Priority: optional
		Description: Othello (Reversi) engine
		 Plays and analyses games, solves endgames, and answers GUIs, match runners
		 and shell scripts: commands on standard input, answers on standard output.
	END
	find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	local name=outflank_$version-1_$architecture.deb
	dpkg-deb --root-owner-group -Zxz -z6 --build "$root" "$work/$name" >&2
	mv "$work/$name" "$out/"
	printf '%s\n' "$name"
}

made=()
for platform in "${platforms[@]}"; do
	printf '\n== %s\n' "$platform" >&2
	# Older files may be of another commit.
	rm -f "$out/outflank-$version-$platform".*
	[[ $platform != linux-* ]] || rm -f "$out/outflank_$version-1_$(architecture_of "$platform").deb"
	try build "$platform"
	program=$answer
	if [ $status -ne 0 ]; then
		failed+=("$platform")
		continue
	fi
	if [ -z "$documents" ]; then
		# The first platform may not run here.
		if "$program" version >/dev/null 2>&1; then
			make_documents "$program"
		else
			cargo build --release --locked --bin outflank >&2
			make_documents target/release/outflank
		fi
	fi
	try archive "$platform" "$program"
	if [ $status -ne 0 ]; then
		failed+=("$platform's archive")
		continue
	fi
	made+=("$answer")
	if [[ $platform == linux-* ]]; then
		try debian "$platform" "$program"
		if [ $status -eq 0 ]; then made+=("$answer"); else failed+=("$platform's package"); fi
	fi
done

if [ ${#made[@]} -gt 0 ]; then
	(cd "$out" && find . -maxdepth 1 -type f -name "outflank?$version-*" -printf '%P\0' | LC_ALL=C sort -z |
		xargs -0 sha256sum >SHA256SUMS)
	printf '\n%s:\n' "$out"
	(cd "$out" && ls -l "${made[@]}" SHA256SUMS | awk '{ print $5, $NF }')
fi
for platform in "${failed[@]}"; do printf 'NOT MADE: %s\n' "$platform"; done
[ ${#failed[@]} -eq 0 ]
