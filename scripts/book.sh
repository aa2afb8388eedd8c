#!/usr/bin/env bash
# Grows the opening book in the program.
set -euo pipefail

usage() {
	cat <<'END'
usage: scripts/book.sh [OPTIONS] BOOK

Builds the program, grows BOOK by searches and packs it as crates/engine/src/book/embedded.book. A
new BOOK starts from the book in the program. You can interrupt and restart it at any time. Enter the
result in docs/lab-book.md.

The book contains all lines of 4 moves, all lines of 8 moves that lose at most 5 discs in a move and 8
in total, and longer lines within the limits below.

  -d N      depth of the searches (default 22)
  -s N      selectivity in % (default 73)
  -e DISCS  maximum loss of a move (default 2)
  -l DISCS  maximum total loss of a line (default 4)
  -p N      maximum length of a line in moves (default 24)
  -t TIME   time limit, in minutes or with a unit (default 60min)

example: scripts/book.sh -t 600min runs/openings.book
END
}

depth=22 selectivity=73 error=2 sum=4 plies=24 time=60min
[ "${1-}" != --help ] || { usage; exit 0; }
while getopts d:s:e:l:p:t:h option; do
	case $option in
		d) depth=$OPTARG ;;
		s) selectivity=$OPTARG ;;
		e) error=$OPTARG ;;
		l) sum=$OPTARG ;;
		p) plies=$OPTARG ;;
		t) time=$OPTARG ;;
		h) usage; exit 0 ;;
		*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || { usage >&2; exit 2; }
root=$(dirname "$0")/..
outflank=$(realpath "$("$root/scripts/build-revision.sh" .)")
search=(--level "$depth" --selectivity "$selectivity")

if ! [ -e "$1" ]; then
	rm -f "$1.partial"
	"$outflank" book new "$1.partial"
	"$outflank" book import "$1.partial" "$root/crates/engine/src/book/embedded.book" "${search[@]}"
	mv "$1.partial" "$1"
fi
learn() { "$outflank" book learn "$1" "${search[@]}" --positions 1000000000 --hash 256 "${@:2}"; }
learn "$1" --error 64 --sum 64 --plies 4
learn "$1" --error 5 --sum 8 --plies 8
learn "$1" --error "$error" --sum "$sum" --plies "$plies" --time "$time"
"$outflank" book check "$1"
"$outflank" book pack "$1" "$root/crates/engine/src/book/embedded.book"
"$outflank" book stats "$1"
