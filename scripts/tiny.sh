#!/usr/bin/env bash
# Builds and tests examples/tiny. Leaves the page in target/tiny:
#   scripts/tiny.sh && python3 -m http.server -d target/tiny
# Fails if the WebAssembly has 3,717 bytes or more. Needs Node. rustup installs the target
# wasm32-unknown-unknown if it is missing.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,5s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."
scripts/add-target.sh wasm32-unknown-unknown
manifest=(--locked --manifest-path examples/tiny/Cargo.toml --target-dir target/tiny-build)
limit=3717

cargo build --release "${manifest[@]}" --target wasm32-unknown-unknown
mkdir -p target/tiny
cp examples/tiny/index.html target/tiny/
cp target/tiny-build/wasm32-unknown-unknown/release/tiny.wasm target/tiny/
size=$(wc -c <target/tiny/tiny.wasm)
printf 'target/tiny/tiny.wasm: %d bytes\n' "$size"
((size < limit)) || { printf 'tiny: expected less than %d bytes\n' "$limit" >&2; exit 1; }

# The same game on this machine and as WebAssembly.
cargo test "${manifest[@]}" -- --nocapture
diff examples/tiny/game.txt <(node examples/tiny/game.mjs target/tiny/tiny.wasm)
