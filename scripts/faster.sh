#!/usr/bin/env bash
# Compares the speed of two revisions: builds both and alternates runs of a benchmark.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
# Decimal points in times.
export LC_ALL=C

usage() {
	cat <<'END'
usage: scripts/faster.sh [-n PAIRS] [-r RUNS] OLD [NEW] [-- COMMAND]

OLD and NEW are revisions of git. NEW defaults to `.`, the working tree. COMMAND is the command of
outflank to measure (default `bench`).

Each pair of measurements gives a ratio of user times, old/new. Prints the geometric mean and an
interval of two standard errors. Pairs start with OLD and NEW alternately, so that a slow phase of
the machine affects both.

  -n PAIRS     number of pairs, at least 2 (default 10)
  -r RUNS      runs of COMMAND in a measurement (default 10)

Exit status: 0 NEW is faster; 1 it is not, or the difference is within the error; 2 error.

example: scripts/faster.sh -n 20 -r 1 main -- bench endgame --to 44
END
}

pairs=10
runs=10
[ "${1-}" != --help ] || { usage; exit 0; }
while getopts n:r:h option; do
	case $option in
		n) pairs=$OPTARG ;;
		r) runs=$OPTARG ;;
		h) usage; exit 0 ;;
		*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
revisions=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	revisions+=("$1")
	shift
done
[ $# -eq 0 ] || shift
if [ ${#revisions[@]} -lt 1 ] || [ ${#revisions[@]} -gt 2 ] || ! [[ $pairs-$runs =~ ^[0-9]+-[0-9]+$ ]] ||
	((pairs < 2 || runs < 1)); then
	usage >&2
	exit 2
fi
[ $# -gt 0 ] || set -- bench

old=$("$scripts/build-revision.sh" "${revisions[0]}") || exit 2
new=$("$scripts/build-revision.sh" "${revisions[1]:-.}") || exit 2

# Prints the user time of a measurement in seconds. Stores the last line of the output, without the speed.
times=$(mktemp)
said=$(mktemp)
trap 'rm -f "$times" "$said" "$said.all"' EXIT
repeat() {
	local run
	for ((run = 0; run < runs; run++)); do
		"$@" || { printf 'faster: %s failed\n' "$*" >&3; exit 2; }
	done
}
run() {
	local TIMEFORMAT=%U
	{ time repeat "$@" > "$said.all" 2>&3; } 3>&2 2> "$times"
	sed -n '$s/ [0-9]* nps$//p' "$said.all" > "$said"
	cat "$times"
}

ratios=()
for ((pair = 1; pair <= pairs; pair++)); do
	if ((pair % 2)); then
		old_time=$(run "$old" "$@"); old_said=$(cat "$said")
		new_time=$(run "$new" "$@"); new_said=$(cat "$said")
	else
		new_time=$(run "$new" "$@"); new_said=$(cat "$said")
		old_time=$(run "$old" "$@"); old_said=$(cat "$said")
	fi
	ratio=$(awk "BEGIN { if ($new_time > 0) printf \"%.4f\", $old_time / $new_time }")
	[ -n "$ratio" ] || { echo 'faster: the command takes no measurable time: expected a longer one, or a larger -r' >&2; exit 2; }
	printf 'pair %d: old %s s, new %s s, ratio %s\n' "$pair" "$old_time" "$new_time" "$ratio"
	ratios+=("$ratio")
done
if [ "$1" = bench ] && [ $# -eq 1 ] && [ "$old_said" != "$new_said" ]; then
	printf 'node signatures differ: old "%s", new "%s"\n' "$old_said" "$new_said"
fi
printf '%s\n' "${ratios[@]}" | awk '
	{ x = log($1); sum += x; squares += x * x }
	END {
		mean = sum / NR
		variance = (squares - NR * mean * mean) / (NR - 1)
		error = 2 * sqrt((variance > 0 ? variance : 0) / NR)
		low = exp(mean - error); high = exp(mean + error)
		printf "speed of new by old: %.4f [%.4f, %.4f]\n", exp(mean), low, high
		exit !(low > 1)
	}'
