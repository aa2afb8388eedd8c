#!/usr/bin/env bash
# Licences of the crates in the program.
#
#     scripts/licences.sh check            exit status 1 if a licence is not allowed
#     scripts/licences.sh text TARGET      the licence texts for a build for TARGET
#
# TARGET is a target of rustc, such as x86_64-unknown-linux-musl.
set -euo pipefail

# Compatible with MIT OR Apache-2.0. They require at most a notice.
allowed='0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BSL-1.0 CC0-1.0 ISC MIT Unicode-3.0 Unlicense Zlib'

usage() { sed -n '2,7s/^# \?//p' "$0"; }

# Prints NAME, VERSION and LICENCE of each crate from a registry. Takes options of cargo tree.
crates() {
	cargo tree --locked -p outflank --prefix none --format '{p}	{l}' "$@" | sed 's/ (\*)$//' | sort -u |
		awk -F '\t' '$1 !~ / \(\// { split($1, words, " "); print words[1] "\t" substr(words[2], 2) "\t" $2 }'
}

check() {
	crates --edges normal --target all | awk -F '\t' -v allowed="$allowed" '
		BEGIN { count = split(allowed, list, " "); for (i = 1; i <= count; i++) good[list[i]] = 1 }
		# True if one of the alternatives is allowed.
		function has_choice(text,   words, count, i) {
			gsub(/[()]/, "", text)
			count = split(text, words, / OR |\//)
			for (i = 1; i <= count; i++) if (words[i] in good) return 1
			return 0
		}
		{
			bad = $3 == ""
			count = split($3, parts, " AND ")
			for (i = 1; i <= count; i++) if (!has_choice(parts[i])) bad = 1
			if (bad) {
				printf "%s %s: licence \"%s\": expected a choice of %s\n", $1, $2, $3, allowed
				status = 1
			}
		}
		END { if (!status) printf "%d crates, all licences allowed\n", NR; exit status }'
}

text() {
	local list sources name version licence folders file texts
	shopt -s nullglob nocaseglob
	list=$(crates --edges normal --target "$1")
	sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
	printf 'Outflank contains the standard library of Rust (MIT OR Apache-2.0,\n'
	printf 'https://github.com/rust-lang/rust) and the crates below, each under its licence.\n'
	while IFS=$'\t' read -r name version licence; do
		printf '\n%s\n%s %s: %s\n' "$(printf '=%.0s' {1..80})" "$name" "$version" "$licence"
		printf 'https://crates.io/crates/%s/%s\n' "$name" "$version"
		folders=("$sources"/*/"$name-$version")
		if [ ${#folders[@]} = 0 ]; then
			printf 'licences: %s has no %s-%s: run cargo fetch\n' "$sources" "$name" "$version" >&2
			return 1
		fi
		texts=0
		for file in "${folders[0]}"/{LICEN[CS]E,COPYING,NOTICE,COPYRIGHT,UNLICENSE}*; do
			texts=$((texts + 1))
			printf '\n%s\n%s\n\n' "${file##*/}" "$(printf -- '-%.0s' {1..80})"
			cat "$file"
		done
		if [ "$texts" = 0 ]; then
			printf 'licences: %s-%s has no licence text (%s)\n' "$name" "$version" "$licence" >&2
		fi
	done <<<"$list"
}

case ${1-}-$# in
	check-1 | text-2) ;;
	-h-1 | --help-1) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
"$@"
