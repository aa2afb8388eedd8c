#!/usr/bin/env bash
# Builds one program for every x86-64 CPU. It contains the engine for x86-64, x86-64-v3 (AVX2) and
# x86-64-v4 (AVX-512) and selects one at the start. The weights are in it once.
#
#     scripts/build-levels.sh [TARGET]
#
# TARGET is an x86-64 target of rustc (default x86_64-unknown-linux-musl). rustup installs it if it is
# missing. Prints the path of the program.
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

# A hash of weights and compiler, because cargo does not track the contents of this file.
embedded=crates/engine/src/eval/pattern/embedded.rs
made_of=$(cat crates/engine/src/eval/weights/pattern.bin $embedded <(rustc -vV) | sha256sum | cut -c 1-16)
weights=$parts/weights/liboutflank_weights-$made_of.rlib
if ! [ -f "$weights" ]; then
	rustc --edition 2024 --crate-type rlib --crate-name outflank_weights \
		--target "$target" -C opt-level=3 -o "$weights.partial" $embedded
	mv "$weights.partial" "$weights"
fi

# Without a target-cpu, so that the shared dependencies run on every x86-64. The character 0x1f
# separates flags, also in LEVELS_RUSTFLAGS.
flags=(--cfg outflank_levels --extern "outflank_weights=$weights" -L "dependency=$parts/weights")
[ -z "${LEVELS_RUSTFLAGS-}" ] || flags=("$LEVELS_RUSTFLAGS" "${flags[@]}")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; printf '%s' "${flags[*]}")
export CARGO_ENCODED_RUSTFLAGS

# One unit makes the program smaller. Other builds use many, to be faster.
one_unit=(--config profile.release.package.outflank.codegen-units=1)

# Compiles the crates of this workspace for a level and sets $library to the path of the program's
# library. The levels share all other dependencies.
build_level() { # NAME CPU
	local wrapper=$parts/$1.sh
	cat >"$wrapper" <<-EOF
		#!/usr/bin/env bash
		# Build scripts run on the machine that compiles.
		case " \$* " in *' build_script_build '*) exec "\$@" ;; esac
		exec "\$@" -C target-cpu=$2 -C metadata=$1
	EOF
	chmod +x "$wrapper"
	RUSTC_WORKSPACE_WRAPPER=$wrapper cargo build --release --locked "${one_unit[@]}" -p outflank --lib --target "$target" \
		--message-format json-render-diagnostics >"$parts/$1.json"
	library=$(sed -n 's/.*"\([^"]*liboutflank-[^"]*\)\.rmeta".*/\1.rlib/p' "$parts/$1.json")
}
externs=()
for level in v3 v4; do
	build_level "$level" "x86-64-$level"
	externs+=(--extern "outflank_$level=$library")
done
# Cargo does not track these libraries either.
touch src/main.rs
cargo rustc --release --locked "${one_unit[@]}" -p outflank --bin outflank --target "$target" -- "${externs[@]}"
suffix=
[[ $target != *-windows-* ]] || suffix=.exe
printf '%s\n' "$folder/$target/release/outflank$suffix"
