#!/usr/bin/env bash
# Builds the library for Python and C and tests both: scripts/test-bindings.sh [arguments of pytest]
#   scripts/test-bindings.sh --install   first installs what is missing: maturin, pytest, NumPy, mypy
# The wheel is left in target/wheels, the libraries for C in target/bindings/release. Where something
# is missing, that is said and the status is 0; with BINDINGS_TESTS=required it is 1.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,5s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."

tools=$PWD/target/bindings-tools
if [ "${1-}" = --install ]; then
	shift
	[ -x "$tools/bin/pip" ] || python3 -m venv "$tools" || true
	"$tools/bin/pip" install -q --disable-pip-version-check 'maturin>=1,<2' \
		-r bindings/python/tests/requirements.txt || true
fi

missing() {
	echo "NOT TESTED: $1"
	[ "${BINDINGS_TESTS-}" != required ] || exit 1
}

export PYTHONDONTWRITEBYTECODE=1
# One folder, one lock file and one profile: the engine is compiled once for both.
export CARGO_TARGET_DIR=$PWD/target/bindings
run_cargo() { (cd bindings && cargo "$@"); }
run_cargo fmt --all --check
run_cargo clippy --release --locked -p outflank-c -p outflank-python --all-targets -- -D warnings
run_cargo build --release --locked -p outflank-c
run_cargo test --release --locked -q -p outflank-c
run_cargo test --locked -q -p outflank-c-header

library=$CARGO_TARGET_DIR/release
out=target/bindings-tests
mkdir -p $out
warnings=(-std=c11 -Wall -Wextra -Wpedantic -Werror -I bindings/c/include)
if ! command -v cc >/dev/null; then
	missing 'C: there is no cc'
else
	sed -n '/^```c$/,/^```$/{/^```/d;p}' bindings/c/README.md >$out/example.c
	cc "${warnings[@]}" $out/example.c -L "$library" -loutflank -Wl,-rpath,"$library" -o $out/example
	$out/example >$out/example.txt
	diff <(sed -n '/^```text$/,/^```$/{/^```/d;p}' bindings/c/README.md) $out/example.txt
	sanitizers=(-g -fsanitize=address,undefined -fno-sanitize-recover=all)
	if ! cc "${sanitizers[@]}" -xc - -o $out/probe <<<'int main(void) { return 0; }' 2>/dev/null; then
		missing 'C with sanitizers: this cc has none'
		sanitizers=(-g)
	fi
	cc "${warnings[@]}" "${sanitizers[@]}" bindings/c/tests/test.c "$library/liboutflank.a" \
		-lpthread -ldl -lm -o $out/test
	$out/test
fi

if ! [ -x "$tools/bin/maturin" ] || ! [ -x "$tools/bin/pytest" ]; then
	missing 'Python: there is no maturin or no pytest (scripts/test-bindings.sh --install)'
	exit 0
fi
if ! "$tools/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
	missing 'Python: it is older than 3.11'
	exit 0
fi
rm -rf target/wheels
"$tools/bin/maturin" build -q --release --locked -i "$tools/bin/python" \
	-m bindings/python/Cargo.toml -o target/wheels

# A fresh environment that has the wheel, and sees the tools.
environment=$PWD/target/bindings-venv
rm -rf "$environment"
python3 -m venv --without-pip "$environment"
site() { "$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }
site "$tools" >"$(site "$environment")/tools.pth"
"$tools/bin/pip" --python "$environment/bin/python" --disable-pip-version-check \
	install -q --no-index --no-deps target/wheels/outflank-*.whl
test_in() { (cd "$1" && shift && "$environment/bin/python" -m pytest -q -p no:cacheprovider "$@"); }
OUTFLANK_LIBRARY=$library/liboutflank.so test_in bindings/c tests
test_in bindings/python "$@"
