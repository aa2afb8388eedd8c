#!/usr/bin/env bash
# Fuzzes all targets, or those given, with libFuzzer. `cargo test --test it fuzz::` runs the same
# bodies on fewer inputs. Needs a nightly compiler and cargo-fuzz. The corpus stays in fuzz/corpus for
# the next run, failing inputs in fuzz/artifacts. An input that takes 20 seconds fails. The exit status is 1
# if a target fails; the others run all the same.
#
#   scripts/fuzz.sh [-t SECONDS] [TARGET]..       SECONDS for each target (default 60)
set -euo pipefail
usage() { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; }
case ${1-} in -h | --help) usage; exit 0 ;; esac

seconds=60
while getopts t: flag; do
	case $flag in
	t) seconds=$OPTARG ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
cd "$(dirname "$0")/.."
cargo +nightly fuzz --version >/dev/null 2>&1 || {
	echo "fuzz: cargo-fuzz is missing: run 'rustup toolchain install nightly' and 'cargo install --locked cargo-fuzz'" >&2
	exit 2
}

if [ $# = 0 ]; then
	for target in fuzz/fuzz_targets/*.rs; do set -- "$@" "$(basename "$target" .rs)"; done
fi
failed=()
for target in "$@"; do
	printf '\n== %s\n' "$target"
	mkdir -p "fuzz/corpus/$target"
	# A thread that still reads input when the process ends is not a leak.
	cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
		-max_total_time="$seconds" -timeout=20 -detect_leaks=0 || failed+=("$target")
done
[ ${#failed[@]} -eq 0 ] || { printf '\nfuzz: FAILED: %s\n' "${failed[*]}" >&2; exit 1; }
