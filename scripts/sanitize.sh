#!/usr/bin/env bash
# Runs unit tests under a tool that finds undefined behaviour or data races:
#
#     scripts/sanitize.sh TOOL
#
# TOOL is miri (the records, and the board in portable code and with AVX2), or the sanitizer address or
# thread (all crates, for this CPU). rustup installs the nightly compiler and its parts.
set -euo pipefail
usage() { sed -n '2,7s/^# \?//p' "$0"; }
case ${1-}-$# in
	miri-1 | address-1 | thread-1) ;;
	-h-1 | --help-1) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
rustup toolchain install nightly --no-self-update --profile minimal --component miri,rust-src >&2
export CARGO_TARGET_DIR=target/sanitize-$1
if [ "$1" = miri ]; then
	# Miri is slow, so run few cases of each law. The tests use files and the clock.
	export PROPTEST_CASES=2 MIRIFLAGS=-Zmiri-disable-isolation
	RUSTFLAGS='-C target-cpu=x86-64' cargo +nightly miri test --locked -p othello --lib
	# The board's unsafe code for AVX2.
	RUSTFLAGS='-C target-cpu=x86-64-v3' cargo +nightly miri test --locked -p othello --lib -- board:: --skip text_board::
else
	# The standard library is instrumented too, as the race detector must see its locks. Instrumented code
	# takes minutes to optimise. Some tests ask for more memory than there is. After a fork, the child leaks
	# the threads of its parent on purpose.
	export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 TSAN_OPTIONS=allocator_may_return_null=1
	RUSTFLAGS="-C target-cpu=native -Z sanitizer=$1" \
		cargo +nightly test --locked -Z build-std --target "$(rustc -vV | sed -n 's/^host: //p')" \
		--config=profile.test.package.{othello,engine,lab}.opt-level=1 \
		-p othello -p engine -p protocol -p lab --features protocol/book --lib
fi
