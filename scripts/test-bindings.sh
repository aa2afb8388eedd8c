#!/usr/bin/env bash
# Builds and tests the libraries for Python and C:
#   scripts/test-bindings.sh [--install] [arguments of pytest]
# --install first installs maturin and the packages of bindings/python/tests/requirements.txt into
# target/bindings-tools. Needs make, pkg-config, a C compiler with sanitizers and Python 3.11. Leaves the
# wheel in target/wheels, the C libraries in target/bindings/release.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,6s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."

tools=$PWD/target/bindings-tools
if [ "${1-}" = --install ]; then
	shift
	[ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
	"$tools/bin/pip" install -q --disable-pip-version-check 'maturin>=1,<2' \
		-r bindings/python/tests/requirements.txt
fi
[ -x "$tools/bin/maturin" ] || {
	echo 'test-bindings: maturin is missing: run scripts/test-bindings.sh --install' >&2
	exit 2
}
"$tools/bin/python" -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or later is needed"'

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
warnings=(-std=c11 -Wall -Wextra -Wpedantic -Werror)
sed -n '/^```c$/,/^```$/{/^```/d;p}' bindings/c/README.md >$out/example.c
prefix=$PWD/$out/prefix
rm -rf "$prefix"
make -s -C bindings/c install PREFIX="$prefix"
read -ra flags < <(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs outflank)
cc "${warnings[@]}" $out/example.c "${flags[@]}" -o $out/example
LD_LIBRARY_PATH=$prefix/lib $out/example >$out/example.txt
diff <(sed -n '/^```text$/,/^```$/{/^```/d;p}' bindings/c/README.md) $out/example.txt
cc "${warnings[@]}" -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-I bindings/c/include bindings/c/tests/test.c "$library/liboutflank.a" -lpthread -ldl -lm -o $out/test
$out/test

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
