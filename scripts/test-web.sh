#!/usr/bin/env bash
# Builds the page and tests it in a browser, served by `outflank gui` and as a static folder:
#   scripts/test-web.sh [--install] [arguments of pytest]
# --install first installs missing tools: Node.js, npm, Chromium, its headless shell, fonts for Chinese and
# Japanese (Debian packages), Playwright, axe and TypeScript. CHROMIUM names another browser to use instead of
# both. Needs target/release/outflank (cargo build --release).
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,6s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."

tools=target/web-tools
export HEADLESS_SHELL=${CHROMIUM:-/usr/bin/chromium-headless-shell}
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
# Without these fonts the widths of Chinese and Japanese texts mean nothing.
has_fonts() { [ -n "$(fc-list :lang=ja 2>/dev/null)" ] && [ -n "$(fc-list :lang=zh-cn)" ]; }
if [ "${1-}" = --install ]; then
	shift
	packages=()
	command -v node >/dev/null || packages+=(nodejs)
	command -v npm >/dev/null || packages+=(npm)
	[ -x "$CHROMIUM" ] || packages+=(chromium)
	[ -x "$HEADLESS_SHELL" ] || packages+=(chromium-headless-shell)
	has_fonts || packages+=(fontconfig fonts-noto-cjk)
	if [ ${#packages[@]} -gt 0 ]; then
		apt-get update -q
		DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${packages[@]}"
	fi
	[ -x $tools/bin/pip ] || python3 -m venv $tools
	$tools/bin/pip install -q --disable-pip-version-check -r tests/web/requirements.txt
	npm install --silent --no-save --prefix $tools axe-core@4 typescript@5
fi

needs() { [ -e "$1" ] || { printf 'test-web: %s is missing: run %s\n' "$1" "$2" >&2; exit 2; }; }
axe=$tools/node_modules/axe-core/axe.min.js
needs target/release/outflank 'cargo build --release'
for tool in "$CHROMIUM" "$HEADLESS_SHELL" $tools/bin/pytest $tools/node_modules/.bin/tsc $axe; do
	needs "$tool" 'scripts/test-web.sh --install'
done

has_fonts || { echo 'test-web: no font for Chinese or Japanese: run scripts/test-web.sh --install' >&2; exit 2; }

scripts/web.sh
node --test tests/web/
check_types() { # LIB FILE...
	$tools/node_modules/.bin/tsc --noEmit --allowJs --checkJs --strict --target es2022 \
		--module es2022 --moduleResolution bundler --lib "$@"
}
check_types es2023,dom,dom.iterable web/main.js web/types.d.ts
check_types es2023,webworker,webworker.iterable web/engine/worker.js web/sw.js web/engine/types.d.ts

# Two at once, because a test mostly waits.
OUTFLANK=$PWD/target/release/outflank OUTFLANK_WEB=$PWD/target/web AXE=$PWD/$axe \
	$tools/bin/pytest -q -n 2 tests/web "$@"
