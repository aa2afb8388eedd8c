#!/usr/bin/env bash
# Is a change an improvement? Builds two revisions and lets them play until a sequential
# test has decided whether the new one is stronger.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)

usage() {
	cat <<'END'
usage: scripts/stronger.sh OLD [NEW] [-- OPTIONS]

OLD and NEW are revisions that git knows by name; NEW may be `.`, the files as they are
now, and is if it is not said. A is the new one.

OPTIONS are those of `outflank match` (see its help); without them a move has 100 ms, as
many games are played at a time as there are CPUs, and the test is that of a gain of 5 Elo
against none.

Exit status: 0 it is stronger; 1 it is not, or nothing is decided; 2 error.

examples: scripts/stronger.sh main
          scripts/stronger.sh v1.0 main -- --clock 0.1+0.1 --sprt -2.75 0.25
          scripts/stronger.sh main -- --depth 8 --out games.jsonl --resume
END
}

revisions=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	case $1 in
		-h | --help) usage; exit 0 ;;
		-?*) usage >&2; exit 2 ;;
	esac
	revisions+=("$1")
	shift
done
[ $# -eq 0 ] || shift
if [ ${#revisions[@]} -lt 1 ] || [ ${#revisions[@]} -gt 2 ]; then
	usage >&2
	exit 2
fi

options=("$@")
has() { local option; for option in "${options[@]}"; do [[ $option =~ ^--($1)(=|$) ]] && return; done; return 1; }
has 'movetime|clock|depth|nodes' || options+=(--movetime 100)
has concurrency || options+=(--concurrency "$(nproc)")
has 'sprt' || options+=(--sprt 0 5)

old=$("$scripts/build-revision.sh" "${revisions[0]}") || exit 2
new=$("$scripts/build-revision.sh" "${revisions[1]:-.}") || exit 2
referee=$("$scripts/build-revision.sh" .) || exit 2
# What is measured is the search: nobody has a book. Old revisions know of none.
player() { printf %q "$1"; if "$1" --help | grep -q -e --no-book; then printf ' --no-book'; fi; }
exec "$referee" match --a "$(player "$new")" --b "$(player "$old")" "${options[@]}"
