#!/usr/bin/env bash
# Compares perft from the start with the known counts, depths 1 to DEPTH (default 14).
#
#     scripts/perft.sh [DEPTH]
#
# The variables THREADS and HASH (MiB, default 1024) set the resources. Exit status 1 if a count
# differs.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,7s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."

deepest=${1:-14}
threads=${THREADS:-$(nproc)}
hash=${HASH:-1024}
counts=(1 4 12 56 244 1396 8200 55092 390216 3005288 24571284 212258800 1939886636
	18429641748 184042084512)
if ! [[ $deepest =~ ^[0-9]+$ ]] || ((deepest < 1 || deepest > 14)); then
	printf 'invalid depth %q: expected an integer from 1 to 14\n' "$deepest" >&2
	exit 2
fi

cargo build --release --locked --quiet
status=0
for ((depth = 1; depth <= deepest; depth++)); do
	reply=$("${CARGO_TARGET_DIR:-target}/release/outflank" perft "$depth" --threads "$threads" --hash "$hash")
	if [[ $reply == *" nodes ${counts[depth]} "* ]]; then
		printf '%s\n' "$reply"
	else
		printf '%s  expected %s\n' "$reply" "${counts[depth]}"
		status=1
	fi
done
exit $status
