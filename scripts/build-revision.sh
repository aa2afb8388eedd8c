#!/usr/bin/env bash
# Builds a revision of this repository under target/revisions, unless it is already there, and prints
# the path of the program.
#
#     scripts/build-revision.sh REVISION
#
# REVISION is any revision of git, or `.` for the working tree.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,7s/^# \?//p' "$0"; exit 0 ;; esac
[ $# -eq 1 ] || { sed -n '2,7s/^# \?//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."

# An interrupted copy must not pass for the program.
put() { # FROM TO
	cp "$1" "$2.partial"
	mv "$2.partial" "$2"
}

if [ "$1" = . ]; then
	cargo build --release --locked --quiet --target-dir target
	# A copy, so that the next build does not replace a program that plays.
	program=target/revisions/now/$(cksum < target/release/outflank | tr ' ' -)/outflank
	mkdir -p "$(dirname "$program")"
	[ -x "$program" ] || put target/release/outflank "$program"
else
	revision=$(git rev-parse --verify --quiet "$1^{commit}") || {
		printf 'invalid revision %q: expected a revision of git, or .\n' "$1" >&2
		exit 2
	}
	folder=$PWD/target/revisions/$revision
	program=target/revisions/$revision/outflank
	if ! [ -x "$program" ]; then
		mkdir -p "$folder/source"
		git archive "$revision" | tar -x -C "$folder/source"
		(cd "$folder/source" && cargo build --release --locked --quiet --target-dir "$folder/target")
		put "$folder/target/release/outflank" "$program"
		rm -r "$folder/source" "$folder/target"
	fi
fi
printf '%s\n' "$PWD/$program"
