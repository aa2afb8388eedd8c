#!/usr/bin/env bash
# Builds one program for every x86-64 CPU: it holds the engine compiled for x86-64, x86-64-v3
# (AVX2) and x86-64-v4 (AVX-512) and the weights once, and chooses at the start.
#
#     scripts/build-levels.sh [TARGET]
#
# TARGET is one of rustc's for x86-64, x86_64-unknown-linux-musl if nothing is said; rustup installs
# it if it is missing. Prints the path of the program.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,8s/^# \?//p' "$0"; exit 0 ;; esac
target=${1-x86_64-unknown-linux-musl}
[[ $# -le 1 && $target == x86_64-* ]] || { sed -n '2,8s/^# \?//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."
scripts/add-target.sh "$target"

folder=$PWD/target/levels
parts=$folder/parts/$target
mkdir -p "$parts/weights"
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=$folder

# The file name says what the weights are, and who has compiled them: cargo does not look into it.
embedded=src/eval/pattern/embedded.rs
made_of=$(cat src/eval/weights/pattern.bin $embedded <(rustc -vV) | sha256sum | cut -c 1-16)
weights=$parts/weights/liboutflank_weights-$made_of.rlib
if ! [ -f "$weights" ]; then
	rustc --edition 2024 --crate-type rlib --crate-name outflank_weights \
		--target "$target" -C opt-level=3 -o "$weights.partial" $embedded
	mv "$weights.partial" "$weights"
fi

# Without a target-cpu all that is shared, such as the dependencies, is for every x86-64. Flags are
# set apart by a character that no path has, those of LEVELS_RUSTFLAGS as well.
flags=(--cfg outflank_levels --extern "outflank_weights=$weights")
[ -z "${LEVELS_RUSTFLAGS-}" ] || flags=("$LEVELS_RUSTFLAGS" "${flags[@]}")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; printf '%s' "${flags[*]}")
export CARGO_ENCODED_RUSTFLAGS

# The library for a level, which becomes a crate of another name than the others.
build_level() { # NAME LEVEL
	cargo rustc --release --locked --lib --target "$target" --message-format json-render-diagnostics \
		-- -C target-cpu="$2" -C metadata="$2" >"$parts/$1.json"
	local built
	built=$(sed -n 's/.*"filenames":\["\([^"]*liboutflank[^"]*\.rlib\)".*/\1/p' "$parts/$1.json" | tail -1)
	cp "$built" "$parts/liboutflank_$1.rlib"
}
build_level v3 x86-64-v3
build_level v4 x86-64-v4
externs=(-L "dependency=$parts/weights")
for level in v3 v4; do
	externs+=(--extern "outflank_$level=$parts/liboutflank_$level.rlib")
done
# Cargo does not look into these files either.
touch src/main.rs
cargo rustc --release --locked --bin outflank --target "$target" -- "${externs[@]}"
suffix=
[[ $target != *-windows-* ]] || suffix=.exe
printf '%s\n' "$folder/$target/release/outflank$suffix"
