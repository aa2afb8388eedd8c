#!/usr/bin/env bash
# Compares the strength of two revisions: builds both and plays until a sequential test (SPRT) decides.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)

usage() {
	cat <<'END'
usage: scripts/stronger.sh OLD [NEW] [-- OPTIONS]

OLD and NEW are revisions of git. NEW defaults to `.`, the working tree. Player A is NEW.

OPTIONS are those of `outflank match`. Defaults: --movetime 100, --sprt 0 5, and a --concurrency of
one game per CPU.

Exit status: 0 NEW is stronger; 1 it is not, or the test is undecided; 2 error.

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
# Without books, because the match measures the search. Old revisions have no such option.
player() { printf %q "$1"; if "$1" --help | grep -q -e --no-book; then printf ' --no-book'; fi; }
exec "$referee" match --a "$(player "$new")" --b "$(player "$old")" "${options[@]}"
