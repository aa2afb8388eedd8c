#!/bin/sh
# Makes weights from nothing: games, exact labels for the end, then labels by search
# and a fit for each earlier part of the game, from the end backwards.
#
#   scripts/train.sh FOLDER [JOBS] [START_WEIGHTS]
#
# What is in FOLDER already is kept, so that an interrupted run goes on where it
# ended. Without START_WEIGHTS the first games are played with the classic
# evaluator. The weights come to lie in FOLDER/weights.bin; copy them to
# src/eval/weights/pattern.bin to make them part of the program, and write down in
# docs/lab-book.md what they are worth.
set -eu

folder=$1
jobs=${2:-$(nproc)}
start=${3:-}
depth=${DEPTH:-4}          # of the searches that label
shards=${SHARDS:-150}      # 2000 games each
exact_blocks=${EXACT_BLOCKS:-200}  # 2000 samples each, at 8 to 14 empties
blocks=${BLOCKS:-60}       # 2000 samples each, for every four empties above

cargo build --release
outflank=target/release/outflank
mkdir -p "$folder"

if [ -n "$start" ]; then
    player="--evalfile $start"
else
    player="--evaluator classic"
fi
# shellcheck disable=SC2086 # two words
"$outflank" selfplay "$folder/games" --shards "$shards" --jobs "$jobs" $player

"$outflank" label "$folder/samples-14" --games "$folder/games" --from 8 --to 14 \
    --blocks "$exact_blocks" --jobs "$jobs" --evaluator classic
"$outflank" fit "$folder/weights-14.bin" --samples "$folder/samples-14" \
    --from 8 --to 15 --jobs "$jobs" | tee "$folder/fit-14.txt"

before=14
for last in 18 22 26 30 34 38 42 46 50 54 60; do
    first=$((before + 1))
    "$outflank" label "$folder/samples-$last" --games "$folder/games" --from $first --to $last \
        --depth "$depth" --blocks "$blocks" --jobs "$jobs" --seed 7 \
        --evalfile "$folder/weights-$before.bin"
    "$outflank" fit "$folder/weights-$last.bin" --start "$folder/weights-$before.bin" \
        --samples "$folder/samples-$before" --samples "$folder/samples-$last" \
        --from $before --to $last --jobs "$jobs" | tee "$folder/fit-$last.txt"
    before=$last
done

# Once more with all samples: each stage learns from those of its neighbours.
set --
for samples in "$folder"/samples-*; do
    set -- "$@" --samples "$samples"
done
"$outflank" fit "$folder/weights.bin" "$@" --jobs "$jobs" | tee "$folder/fit.txt"
