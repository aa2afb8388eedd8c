#!/usr/bin/env bash
# Tests the files of scripts/release.sh in target/release-archives as users run them:
#
#     scripts/test-release.sh [PLATFORM...]
#
# PLATFORM is linux-x86_64 (in an empty root, on every level of the CPU, and on CPUs that lack
# the higher ones), linux-aarch64 (under qemu-aarch64), windows-x86_64 (under wine) or macos (on
# a Mac). The default is all. Checks the node signature, perft 9, FFO 40, every session in
# tests/transcripts, and the reaction to stop, a broken pipe, a lost host and Ctrl-C. The exit
# status is 1 if a check fails or cannot run here.
#
# On Debian: apt install qemu-user wine. The empty root needs root or user namespaces.
set -euo pipefail
usage() { sed -n '2,12s/^# \?//p' "$0"; }
case ${1-} in -h | --help) usage; exit 0 ;; esac
cd "$(dirname "$0")/.."
all=(linux-x86_64 linux-aarch64 windows-x86_64 macos)
platforms=("$@")
[ $# -gt 0 ] || platforms=("${all[@]}")

archives=$PWD/target/release-archives
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
signature=$(grep -o '^[0-9]*' tests/data/bench.txt | head -1)
export WINEDEBUG=-all
PATH=$PATH:/usr/sbin:/sbin # chroot, and ldconfig for dpkg
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=()
not_run=()

fail() { printf 'FAILED: %s\n' "$*"; failed+=("$*"); }
skip() { printf 'NOT RUN: %s\n' "$*"; not_run+=("$*"); }

# Fails unless the last line of COMMAND, without its carriage return, matches PATTERN.
says() { # WHAT PATTERN COMMAND...
	local what=$1 pattern=$2 said
	shift 2
	said=$("$@" 2>&1 </dev/null | tr -d '\r' | tail -1) || true
	if [[ $said =~ $pattern ]]; then
		printf 'ok: %s: %s\n' "$what" "$said"
	else
		fail "$what: \"$said\", expected $pattern"
	fi
}

# Quick checks of a program.
check() { # NAME COMMAND...
	local name=$1
	shift
	says "$name, version" "^outflank $version " "$@" version
	says "$name, signature" "^Bench: $signature nodes " "$@" bench
	says "$name, perft 9" '3005288' "$@" perft 9
	says "$name, FFO 40" '1 right, 0 wrong' solve_ffo_40 "$@"
}

solve_ffo_40() { sed -n '/^[^%]/{p;q}' src/suites/ffo.obf | "$@" solve - --check; }

# The tests of sessions with this program. `left_out` names a test that cannot run.
left_out=without_threads
sessions() { # NAME COMMAND...
	local name=$1 log=$work/tests.log
	shift
	if OUTFLANK_TEST_PROGRAM="$*" cargo test --release --locked --quiet --test it -- \
		every_transcript_replies_as_written a_closed_reader_ends_a_command searches_can_be_stopped \
		its_output_is_closed newcomers::commands::an_interrupt_ends --skip without_threads --skip "$left_out" >"$log" 2>&1; then
		printf 'ok: %s: transcripts in every protocol and in the page, stop, broken pipe, Ctrl-C\n' "$name"
	else
		cat "$log"
		fail "$name: sessions"
	fi
}

unpack() { # PLATFORM; prints the folder
	local archive=$archives/outflank-$version-$1
	case $1 in
		windows-*) [ -f "$archive.zip" ] && unzip -q -d "$work" "$archive.zip" || return 1 ;;
		*) [ -f "$archive.tar.xz" ] && tar -x -J -C "$work" -f "$archive.tar.xz" || return 1 ;;
	esac
	printf '%s\n' "$work/outflank-$version-$1"
}

test_linux_x86_64() { # FOLDER
	local root=$work/root level flag cpu enter=(chroot)
	mkdir "$root"
	cp "$1/outflank" "$root/"
	[ "$(id -u)" = 0 ] || enter=(unshare --user --map-root-user chroot)
	if ! "${enter[@]}" "$root" /outflank version >/dev/null; then
		skip 'linux-x86_64 in an empty root: neither root nor user namespaces'
	else
		check 'linux-x86_64 in an empty root' "${enter[@]}" "$root" /outflank
		cp --parents src/suites/endgames.txt "$root/" # one of the tests reads it
		sessions 'linux-x86_64 in an empty root' "${enter[@]}" "$root" /outflank
	fi
	for level in x86-64:lm x86-64-v3:avx2 x86-64-v4:avx512vl; do
		flag=${level#*:} level=${level%:*}
		if grep -qw "$flag" /proc/cpuinfo; then
			says "linux-x86_64, asked for $level" "chosen for $level\)" \
				env OUTFLANK_CPU=$level "$1/outflank" version
			OUTFLANK_CPU=$level check "linux-x86_64 on $level" "$1/outflank"
		else
			says "linux-x86_64, asked for $level" "\"$level\" \(unsupported by this CPU\)" \
				env OUTFLANK_CPU=$level "$1/outflank" version
		fi
	done
	says 'linux-x86_64, asked for no level' '"fast" \(unknown level\): expected x86-64' \
		env OUTFLANK_CPU=fast "$1/outflank" version
	if command -v qemu-x86_64 >/dev/null; then
		for cpu in Nehalem:x86-64 Haswell:x86-64-v3; do
			says "linux-x86_64 on a ${cpu%:*}" "chosen for ${cpu#*:}\)" \
				qemu-x86_64 -cpu "${cpu%:*}" "$1/outflank" version
			says "linux-x86_64 on a ${cpu%:*}, signature" "^Bench: $signature nodes " \
				qemu-x86_64 -cpu "${cpu%:*}" "$1/outflank" bench
		done
		says 'linux-x86_64, asked for what a Haswell lacks' '"x86-64-v4" \(unsupported by this CPU\): expected x86-64 or x86-64-v3$' \
			env OUTFLANK_CPU=x86-64-v4 qemu-x86_64 -cpu Haswell "$1/outflank" version
	else
		skip 'linux-x86_64 on older CPUs: qemu-x86_64 is not installed'
	fi
	test_package amd64 "$1/outflank"
}

# A package installs into an empty root and contains the program of the archive.
test_package() { # ARCHITECTURE PROGRAM
	local package=$archives/outflank_$version-1_$1.deb root=$work/debian-$1
	if ! command -v dpkg >/dev/null || [ "$(id -u)" != 0 ]; then
		skip "$package: needs root and dpkg"
		return
	fi
	mkdir -p "$root"/var/lib/dpkg/{info,updates}
	touch "$root/var/lib/dpkg/status"
	if dpkg --root="$root" --force-architecture --log=/dev/null -i "$package" >"$work/dpkg.log" 2>&1 &&
		cmp "$root/usr/bin/outflank" "$2" && [ -f "$root/usr/share/man/man1/outflank.1.gz" ] &&
		dpkg --root="$root" --force-architecture --log=/dev/null --verify outflank; then
		printf 'ok: %s: installed\n' "${package##*/}"
	else
		cat "$work/dpkg.log"
		fail "$package"
	fi
}

test_linux_aarch64() { # FOLDER
	local run=(qemu-aarch64)
	[ "$(uname -m)" != aarch64 ] || run=()
	if [ ${#run[@]} -gt 0 ] && ! command -v qemu-aarch64 >/dev/null; then
		skip 'linux-aarch64: qemu-aarch64 is not installed'
		return
	fi
	check 'linux-aarch64' "${run[@]}" "$1/outflank"
	sessions 'linux-aarch64' "${run[@]}" "$1/outflank"
	laws "${run[@]}"
	test_package arm64 "$1/outflank"
}

# NEON against portable code over a million positions.
laws() { # RUNNER...
	local target=aarch64-unknown-linux-musl
	if ! scripts/add-target.sh "$target" 2>"$work/rustup.log"; then
		skip "linux-aarch64, NEON against portable code: $(tail -1 "$work/rustup.log")"
	elif CARGO_TARGET_DIR=target/levels RUSTFLAGS='' \
		CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=aarch64-linux-gnu-gcc \
		CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER="$*" \
		cargo test --release --locked --quiet --target "$target" \
		-p engine --test levels board_laws:: >"$work/laws.log" 2>&1; then
		echo 'ok: linux-aarch64: NEON agrees with portable code over a million positions'
	else
		cat "$work/laws.log"
		fail 'linux-aarch64: NEON against portable code'
	fi
}

test_windows_x86_64() { # FOLDER
	command -v wine >/dev/null || { skip 'windows-x86_64: wine is not installed'; return; }
	export WINEPREFIX=$work/wine
	wine wineboot -i >/dev/null 2>&1
	local level
	# Windows has this library since version 8, wine since version 8.
	if ! wine "$1/outflank.exe" version >/dev/null 2>&1; then
		echo 'wine lacks bcryptprimitives.dll: using a substitute'
		cat >"$work/prng.c" <<-'END'
			#include <windows.h>
			#include <ntsecapi.h>
			__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
				return RtlGenRandom(data, size);
			}
		END
		x86_64-w64-mingw32-gcc -shared -o "$1/bcryptprimitives.dll" "$work/prng.c" -ladvapi32
	fi
	for level in x86-64 x86-64-v3 x86-64-v4; do
		says "windows-x86_64 on $level" "chosen for $level\)|unsupported by this CPU" \
			env OUTFLANK_CPU=$level wine "$1/outflank.exe" version
	done
	# A wine process in the background makes the others start at once, and keeps the services of wine off
	# their pipes.
	exec 9> >(exec wine "$1/outflank.exe" >/dev/null 2>&1)
	check 'windows-x86_64 under wine' wine "$1/outflank.exe"
	# On Windows an empty write detects a closed pipe, on wine it does not.
	echo 'left out: windows-x86_64, a lost host during a silent search: wine does not report it'
	left_out=its_output_is_closed sessions 'windows-x86_64 under wine' wine "$1/outflank.exe"
	exec 9>&-
	wineserver -k || true
}

test_macos() { # FOLDER
	[ "$(uname -s)" = Darwin ] || { skip 'macos: needs a Mac'; return; }
	check macos "$1/outflank"
	sessions macos "$1/outflank"
}

(cd "$archives" && sha256sum --quiet -c SHA256SUMS) || fail SHA256SUMS
for platform in "${platforms[@]}"; do
	[[ " ${all[*]} " == *" $platform "* ]] || {
		printf 'test-release: invalid platform %q: expected one of %s\n' "$platform" "${all[*]}" >&2
		exit 2
	}
	printf '\n== %s\n' "$platform"
	if folder=$(unpack "$platform"); then
		"test_${platform//-/_}" "$folder"
	else
		skip "$platform: no archive: run scripts/release.sh $platform"
	fi
done

printf '\n'
for what in "${not_run[@]}"; do printf 'NOT RUN: %s\n' "$what"; done
for what in "${failed[@]}"; do printf 'FAILED: %s\n' "$what"; done
[ ${#failed[@]} -eq 0 ] && [ ${#not_run[@]} -eq 0 ]
