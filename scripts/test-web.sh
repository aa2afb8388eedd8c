#!/usr/bin/env bash
# Tests the page in a browser, on both ways of running: scripts/test-web.sh [arguments of pytest]
#   scripts/test-web.sh --install   first installs what is missing: Chromium (Debian), Playwright, axe,
#   TypeScript
# Needs target/release/outflank, and what scripts/web.sh makes. Where something is missing, that is
# said and the status is 0; with WEB_TESTS=required it is 1. CHROMIUM names another browser.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,6s/^# \?//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."

tools=target/web-tools
if [ "${1-}" = --install ]; then
	shift
	if ! [ -x "${CHROMIUM:-/usr/bin/chromium}" ] && command -v apt-get >/dev/null; then
		{ apt-get update -q && apt-get install -qy --no-install-recommends chromium; } || true
	fi
	[ -x $tools/bin/pip ] || python3 -m venv $tools || true
	$tools/bin/pip install -q -r tests/web/requirements.txt || true
	npm install --silent --no-save --prefix $tools axe-core@4 typescript@5 || true
fi

missing() {
	echo "NOT TESTED in a browser: $1 (scripts/test-web.sh --install)"
	[ "${WEB_TESTS-}" != required ] || exit 1
	exit 0
}

unchecked() {
	echo "NOT CHECKED: $1 (scripts/test-web.sh --install)"
	[ "${WEB_TESTS-}" != required ] || exit 1
}

[ -x target/release/outflank ] || missing 'target/release/outflank is not built'
[ -f target/web/engine.bin ] || missing 'scripts/web.sh has not been run'
command -v node >/dev/null || missing 'there is no Node'
node --test tests/web/
if [ -x $tools/node_modules/.bin/tsc ]; then
	check() {
		$tools/node_modules/.bin/tsc --noEmit --allowJs --checkJs --strict --target es2022 \
			--module es2022 --moduleResolution bundler --lib "$@"
	}
	check es2023,dom,dom.iterable web/main.js web/types.d.ts
	check es2023,webworker,webworker.iterable web/engine/worker.js web/sw.js web/engine/types.d.ts
else
	unchecked 'the types of the page'
fi

[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing 'there is no Chromium'
[ -x $tools/bin/pytest ] || missing 'there is no Playwright'
axe=$tools/node_modules/axe-core/axe.min.js
if [ -f $axe ]; then export AXE=$PWD/$axe; else unchecked 'what axe finds'; fi
# Two at once, for they mostly wait. On a busy machine a browser may be late for once: a test that
# fails is run again, which the summary tells, and what is wrong fails three times.
OUTFLANK=$PWD/target/release/outflank OUTFLANK_WEB=$PWD/target/web \
	$tools/bin/pytest -q -n 2 --reruns 2 -r fER tests/web "$@"
