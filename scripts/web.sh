#!/usr/bin/env bash
# Builds the page with the engine as WebAssembly in target/web, for any static host:
#   scripts/web.sh && python3 -m http.server -d target/web
# Needs Node. rustup installs the target wasm32-wasip1 if it is missing.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,4s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."
scripts/add-target.sh wasm32-wasip1
command -v node >/dev/null || {
	echo 'web: node is missing: install Node.js (Debian package nodejs)' >&2
	exit 2
}

cargo build --release --locked --target wasm32-wasip1 \
	--manifest-path web/wasm/Cargo.toml --target-dir target/wasm

# Built elsewhere and then moved, so that a server never delivers a partial file.
rm -rf target/web.new
mkdir -p target/web.new
(cd web && find . \( -name node_modules -o -name test -o -name tests -o -name wasm \) -prune -o \
	-type f \( -name '*.css' -o -name '*.html' -o -name '*.js' -o -name '*.png' -o -name '*.svg' \
	-o -name '*.webmanifest' \) -print0 | xargs -0 cp --parents -t ../target/web.new)
node web/wasm/pack.mjs target/wasm/wasm32-wasip1/release/outflank_wasm.wasm \
	crates/engine/src/eval/weights/pattern.bin target/web.new/engine.bin

# The service worker caches these files. The name of the cache contains their hash.
cd target/web.new
files=$(find . -type f ! -name sw.js | LC_ALL=C sort)
version=$(xargs -d '\n' cat sw.js <<<"$files" | sha256sum | cut -c 1-16)
list=$(sed 's/.*/  "&",/' <<<"$files")
{
	printf 'const VERSION = "%s";\nconst FILES = [\n%s\n];\n' "$version" "$list"
	cat sw.js
} >sw.new
mv sw.new sw.js
cd ../..
rm -rf target/web
mv target/web.new target/web
# Compressed one by one, as a host sends them.
page=$(find target/web -type f ! -name engine.bin -exec sh -c 'gzip -9 -c "$1" | wc -c' _ {} \; |
	awk '{ sum += $1 } END { print sum }')
printf 'target/web: page %d bytes with gzip, engine %d bytes\n' \
	"$page" "$(wc -c <target/web/engine.bin)"
