#!/usr/bin/env bash
# Installs the standard library for TARGET with rustup, if it is missing.
#
#     scripts/add-target.sh TARGET
#
# Exit status 2 if that fails.
set -euo pipefail
usage() { sed -n '2,6s/^# \?//p' "$0"; }
case ${1-} in -h | --help) usage; exit 0 ;; esac
[ $# -eq 1 ] || { usage >&2; exit 2; }

# Debian's rustc has it without rustup.
[ ! -d "$(rustc --print target-libdir --target "$1")" ] || exit 0
if ! command -v rustup >/dev/null; then
	echo "add-target: rustc has no standard library for $1: install rustup (https://rustup.rs) and run 'rustup target add $1'" >&2
	exit 2
fi
rustup target add "$1" >&2 || exit 2
