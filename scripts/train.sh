#!/usr/bin/env bash
# Makes weights from nothing: games, exact labels for the end, then two rounds of labels
# by search and fits.
set -euo pipefail

usage() {
	cat <<'END'
usage: scripts/train.sh FOLDER [JOBS] [START_WEIGHTS]

The first round goes from the end of the game backwards: six empties at a time are labelled by
searches that reach what is fitted already, and fitted. The second round labels positions of
the whole game with the weights of the first, and fits all stages to these and to the exact
ones. Then the
constants of ProbCut are measured. START_WEIGHTS play the games; without them the classic
evaluator does.

Games and samples that are in FOLDER are kept, so that an interrupted run goes on where it
ended: say the same sizes. The weights come to lie in FOLDER/weights.bin. Copy them to
src/eval/weights/pattern.bin to make them part of the program, and write down in
docs/lab-book.md what they are worth. Beside them are the errors of all fits, as text and as
charts.

Sizes, from the environment:
  SHARDS         shards of games (default 125)
  GAMES          games in a shard (default 2000)
  SAMPLES        positions drawn for a block of samples (default 2000)
  EXACT_BLOCKS   blocks with exact labels, at 8 to 16 empties (default 600)
  CHAIN_BLOCKS   blocks for each part of the first round, to depth 6 (default 100)
  DEEP_BLOCKS    blocks of the second round to depth 6 (default 500)
  FAST_BLOCKS    blocks of the second round to depth 4 (default 3000)
  POSITIONS      positions to measure ProbCut with (default 6000)

example: SHARDS=4 GAMES=100 SAMPLES=100 EXACT_BLOCKS=4 CHAIN_BLOCKS=4 DEEP_BLOCKS=4 \
             FAST_BLOCKS=8 POSITIONS=20 scripts/train.sh runs/small 2
END
}

if [ $# -lt 1 ] || [ $# -gt 3 ] || [[ $1 = -* ]]; then
	usage >&2
	exit 2
fi
mkdir -p "$1"
folder=$(realpath "$1")
jobs=${2:-$(nproc)}
player=(--evaluator classic)
if [ $# -eq 3 ]; then player=(--evalfile "$(realpath "$3")"); fi

# A copy, so that the next build does not change it on the way.
outflank=$("$(dirname "$0")/build-revision.sh" .)

# label NAME BLOCKS OPTION..: samples from the games, as FOLDER/NAME.
label() {
	printf '== label %s\n' "$1"
	"$outflank" label "$folder/$1" --blocks "$2" --games "$folder/games" \
		--samples "${SAMPLES:-2000}" --jobs "$jobs" "${@:3}"
}

# fit NAME OPTION..: weights as FOLDER/NAME.bin, with their errors.
fit() {
	printf '== fit %s\n' "$1"
	"$outflank" fit "$folder/$1.bin" --chart "$folder/$1.svg" --ridge 80 --reach 4 --steps 30 \
		--jobs "$jobs" "${@:2}" | tee "$folder/$1.txt"
}

printf '== games\n'
"$outflank" selfplay "$folder/games" --shards "${SHARDS:-125}" --games "${GAMES:-2000}" \
	--opening-to 22 --noise 60 --depth 3 --jobs "$jobs" "${player[@]}"

label samples-16 "${EXACT_BLOCKS:-600}" --exact 16 --from 8 --to 16 --seed 31 "${player[@]}"
fit weights-16 --samples "$folder/samples-16" --from 8 --to 16

before=16
for last in 22 28 34 40 46 52 60; do
	label "samples-$last" "${CHAIN_BLOCKS:-100}" --from $((before + 1)) --to "$last" \
		--depth 6 --selectivity 95 --seed 41 --evalfile "$folder/weights-$before.bin"
	fit "weights-$last" --start "$folder/weights-$before.bin" \
		--samples "$folder/samples-$before" --samples "$folder/samples-$last" \
		--from "$before" --to "$last"
	before=$last
done

first=$folder/weights-60.bin
label samples-deep "${DEEP_BLOCKS:-500}" --from 17 --to 60 --depth 6 --selectivity 95 \
	--seed 52 --evalfile "$first"
label samples-fast "${FAST_BLOCKS:-3000}" --from 17 --to 60 --depth 4 --selectivity 95 \
	--seed 53 --evalfile "$first"

# Without the samples of the first round: their searches reached into weights that were
# fitted to few.
fit weights --samples "$folder/samples-16" --samples "$folder/samples-deep" \
	--samples "$folder/samples-fast"

printf '== calibrate\n'
"$outflank" calibrate --games "$folder/games" --evalfile "$folder/weights.bin" \
	--into "$folder/weights.bin" --positions "${POSITIONS:-6000}" --jobs "$jobs" |
	tee "$folder/calibrate.txt"
