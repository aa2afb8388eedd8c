#!/usr/bin/env bash
# Grows the opening book that is part of the program.
set -euo pipefail

usage() {
	cat <<'END'
usage: scripts/book.sh [OPTIONS] BOOK

Grows BOOK, which is made of the book in the program if it is not there, by searches with the
program of this commit, and then packs it as crates/engine/src/book/embedded.book. It may be ended at any time
and started again. Write down in docs/lab-book.md how far it came.

The book is widest near the start: it has all lines of four moves, those of eight moves that lose
up to 5 discs at a time and 8 in sum, and longer ones as the options say.

  -d N      depth of the searches (default 22)
  -s N      how sure they are, in per cent (default 73)
  -e DISCS  the most that a move may be worse than the best (default 2)
  -l DISCS  the most that the moves of a line may be in sum (default 4)
  -p N      the length of lines in moves (default 24)
  -t TIME   how long, in minutes or with a unit (default 60min)

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
