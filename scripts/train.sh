#!/usr/bin/env bash
# Makes weights from nothing: generations of self-play and fits.
set -euo pipefail

usage() {
	cat <<'END'
usage: scripts/train.sh [OPTIONS] FOLDER

The classic evaluator plays the games of generation 1. A generation fits weights to the games of all
generations, corrects the slope of the scores and the bias for odd and even empties, and measures the
constants of ProbCut. Its weights play the games of the next generation. From generation 3 on, the last
one also plays games that leave the good lines for a while, and its weights are the mean of four fits
at low rates.

A final generation adds deeper searched games and quick games that stray until close to the end. Its
weights are again the mean of four fits.

After an interruption the same command continues with the files and sizes in FOLDER. The weights are
FOLDER/weights-N.bin for each generation N. The last lines name the final ones and their error on
the built-in test positions (`outflank evaltest`). To compile them in, copy them to
crates/engine/src/eval/weights/pattern.bin, and enter their errors in docs/lab-book.md.

  -j JOBS      threads on each machine (default: the cores of this one)
  -S HOSTS     ssh hosts that play equal shares of the games, separated by commas; `:` is this machine
               (default `:`). They need FOLDER at the same path, as on a shared disc
  -g N         generations (default 3)
  -s N         shards of games in a generation (default 2500). Adds N/4 shards of games from late random
               openings, and N shards of games that leave the good lines in the last generation
  -d N         shards of each kind of game in the final generation (default 1000). N/5 start from late
               random openings
  -n N         games in a shard (default 1000)
  -p N         positions to measure ProbCut on (default 6000)

example: scripts/train.sh -g 3 -s 4 -d 2 -n 100 -p 40 runs/small
END
}

fail() {
	echo "train: $1" >&2
	exit 2
}

jobs=$(nproc) hosts=(:) generations=3 shards=2500 deep_shards=1000 games=1000 positions=6000
[ "${1-}" != --help ] || { usage; exit 0; }
while getopts j:S:g:s:d:n:p:h option; do
	case $option in
		j) jobs=$OPTARG ;;
		S) IFS=, read -ra hosts <<< "$OPTARG" ;;
		g) generations=$OPTARG ;;
		s) shards=$OPTARG ;;
		d) deep_shards=$OPTARG ;;
		n) games=$OPTARG ;;
		p) positions=$OPTARG ;;
		h) usage; exit 0 ;;
		*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || { usage >&2; exit 2; }
for number in "$jobs" "$generations" "$shards" "$deep_shards" "$games" "$positions"; do
	[[ $number =~ ^[1-9][0-9]*$ ]] || fail "'$number' is no number above 0"
done
mkdir -p "$1" || fail "'$1' cannot be a folder"
folder=$(realpath "$1")
sizes="-g $generations -s $shards -d $deep_shards -n $games -p $positions"
if ! [ -e "$folder/sizes" ]; then
	echo "$sizes" > "$folder/sizes.partial"
	mv "$folder/sizes.partial" "$folder/sizes"
fi
[ "$sizes" = "$(cat "$folder/sizes")" ] ||
	fail "'$folder' was begun with $(cat "$folder/sizes"): expected the same, or another folder"

# A copy, for all hosts, so that the next build does not replace it.
cp "$("$(dirname "$0")/build-revision.sh" .)" "$folder/outflank.new"
mv "$folder/outflank.new" "$folder/outflank"
outflank=$folder/outflank

# play SEED SHARDS OPTION..: plays games into FOLDER/games-SEED, an equal share on each host.
play() {
	local seed=$1 count=$2 share=0 first last host pid command failed=0
	shift 2
	printf '== games %s\n' "$seed"
	pids=()
	for host in "${hosts[@]}"; do
		first=$((count * share / ${#hosts[@]})) last=$((count * ++share / ${#hosts[@]}))
		if [ $first = $last ]; then continue; fi
		command=(./outflank selfplay "games-$seed" --seed "$seed" --first "$first" --shards $((last - first))
			--games "$games" --jobs "$jobs" "$@")
		if [ "$host" = : ]; then
			(cd "$folder" && exec "${command[@]}") &
		else
			# With a terminal, so that the games end with the connection.
			ssh -ntt "$host" "cd ${folder@Q} && ${command[*]@Q}" &
		fi
		pids+=($!)
	done
	for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
	pids=()
	[ $failed = 0 ] || fail 'not all games were played: the same command continues'
}
pids=()
trap 'kill "${pids[@]}" 2>/dev/null; exit 130' INT TERM

# make FILE COMMAND..: unless FILE.bin exists, runs COMMAND with the path as last argument. The output goes
# to FILE.txt.
make() {
	local file=$1
	shift
	if [ -e "$folder/$file.bin" ]; then return; fi
	printf '== %s\n' "$file"
	"$@" "$folder/$file.partial" | tee "$folder/$file.txt"
	mv "$folder/$file.partial" "$folder/$file.bin"
}

# fit_and_calibrate OPTION..: makes the weights of this generation.
fit_and_calibrate() {
	make "fitted-$generation" "$outflank" fit "$@"
	make "weights-$generation" calibrate
}

calibrate() {
	cp "$folder/fitted-$generation.bin" "$1"
	"$outflank" calibrate --games "$folder/games-$generation" --evalfile "$1" --into "$1" \
		--positions "$positions" --jobs "$jobs"
}

player=(--evaluator classic)
quick=(--depth 3-4 --exact 11-14)
deep=(--depth 7-8 --exact 14-17)
strays=(--opening 0-14 --long-openings 0 --noisy-games 0 --excursions 1000)
mean_of_four=(--fits 4 --epochs 1 --row-rate 0.0005 --linear-rate 0.0005 --dense-rate 0.0003)
# The newest games come first: the corrections are measured on the first folder.
learned=()
start=()
rates=()
for ((generation = 1; generation <= generations; generation++)); do
	wild=$((1000 + generation)) excursions=$((2000 + generation))
	play "$generation" "$shards" "${player[@]}" "${quick[@]}" --opening 0-14
	# Random openings down to 14 to 28 empties, for the solver.
	play "$wild" $((shards / 4 + 1)) "${player[@]}" "${quick[@]}" --opening 32-46 --long-openings 0
	learned=(--games "$folder/games-$generation" --games "$folder/games-$wild" "${learned[@]}")
	if ((generation > 2 && generation == generations)); then
		# Bad moves, so that the weights learn what a search refutes.
		play "$excursions" "$shards" "${player[@]}" "${quick[@]}" "${strays[@]}" --excursion 1-8
		learned+=(--games "$folder/games-$excursions")
		rates=("${mean_of_four[@]}")
	fi
	fit_and_calibrate "${learned[@]}" "${start[@]}" "${rates[@]}"
	player=(--evalfile "weights-$generation.bin")
	start=(--start "$folder/weights-$generation.bin")
	rates=(--epochs 2 --row-rate 0.002 --linear-rate 0.001)
done

# Of the games so far, learn only from those of the last generation that do not leave the good lines.
learned=("${learned[@]:0:4}")
late=$((3000 + generation)) wild=$((1000 + generation)) excursions=$((2000 + generation))
play "$generation" "$deep_shards" "${player[@]}" "${deep[@]}" --opening 0-14 --long-openings 125 \
	--noisy-games 0
play "$excursions" "$deep_shards" "${player[@]}" "${deep[@]}" "${strays[@]}" --excursion 1-8
play "$wild" $((deep_shards / 5 + 1)) "${player[@]}" --depth 7-8 --exact 15-18 --opening 30-46 \
	--long-openings 0 --noisy-games 0
play "$late" "$deep_shards" "${player[@]}" --depth 3-4 --exact 8-11 "${strays[@]}" --excursion 1-16
for seed in "$generation" "$excursions" "$wild" "$late"; do
	learned+=(--games "$folder/games-$seed")
done
make "learned-$generation" "$outflank" fit "${learned[@]}" "${start[@]}" --fits 2 --epochs 2 \
	--row-rate 0.002 --linear-rate 0.0005 --dense-rate 0.0005 --corrections 0
fit_and_calibrate "${learned[@]}" --start "$folder/learned-$generation.bin" "${mean_of_four[@]}"

# error_of OPTION..: the mean absolute error of the static evaluation.
error_of() { "$outflank" evaltest "$@" | sed -E 's/.* error ([0-9.]+) .*/\1/'; }

weights=$folder/weights-$generation.bin
error=$(error_of --evalfile "$weights") usual=$(error_of)
printf '== done\nweights: %s\n' "$weights"
printf 'mean error of the static evaluation: %s discs; of the built-in weights: %s\n' "$error" "$usual"
printf 'to use them: outflank --evalfile %q\n' "$weights"
