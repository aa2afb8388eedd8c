#!/usr/bin/env bash
# Elo above random play of the playing styles, of the lowest levels, or of the option Skill. The same
# seed gives the same games on every machine.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)

usage() {
	cat <<'END'
usage: scripts/ladder.sh styles|levels|skills [OPTIONS]

Builds the program and plays a round robin of 200 games per pair from random openings. The slow style
`budget` plays 20. OPTIONS go to `outflank tournament`: --rounds, --seed, --concurrency, --svg, --out,
--resume.

examples: scripts/ladder.sh styles --seed 1 --svg docs/ladder.svg
          scripts/ladder.sh skills --rounds 20 --concurrency 8
END
}

players=()
# @none: the tournament sets no limits, because the style, level or skill of a player does.
player() { players+=(--player "$1=style:$2 @none${3:+ $3}"); }

# Reference players.
yardsticks() {
	local style
	for style in random shallow-score minmax-score deep-score deep-heuristic \
		classic-d1 classic-d3 classic-d5; do
		player "$style" "$style"
	done
}

styles() {
	local style
	for style in random top-left bottom-right center edge edge-exclusive shallow-score \
		minmax-score deep-score deep-heuristic deep-negative \
		classic-d1 classic-d2 classic-d3 classic-d4 classic-d5; do
		player "$style" "$style"
	done
}

levels() {
	local level
	yardsticks
	player budget budget @rounds=10
	for level in 1 2 3 4; do player "level-$level" "full level=$level ownbook=false"; done
}

skills() {
	local skill
	yardsticks
	for skill in 0 1 2 3 4 5 6 7 8 9; do player "skill-$skill" "full skill=$skill"; done
}

case ${1-} in
	styles | levels | skills) "$1" ;;
	-h | --help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
esac
shift

[[ " $*" == *' --rounds'* ]] || set -- --rounds 100 "$@"

outflank=$("$scripts/build-revision.sh" .)
"$outflank" tournament "${players[@]}" --anchor random "$@"
