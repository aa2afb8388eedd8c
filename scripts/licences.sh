#!/usr/bin/env bash
# The licence texts of the crates in a build for TARGET, a target of rustc such as
# x86_64-unknown-linux-musl. deny.toml lists the licences that are allowed.
#
#     scripts/licences.sh TARGET
set -euo pipefail

usage() { sed -n '2,5s/^# \?//p' "$0"; }
case ${1-} in
	-h | --help) usage; exit 0 ;;
esac
if [ $# != 1 ]; then
	usage >&2
	exit 2
fi
cd "$(dirname "$0")/.."
shopt -s nullglob nocaseglob

# NAME, VERSION and LICENCE of each crate from a registry.
list=$(cargo tree --locked -p outflank --prefix none --format '{p}	{l}' --edges normal --target "$1" |
	sed 's/ (\*)$//' | sort -u |
	awk -F '\t' '$1 !~ / \(\// { split($1, words, " "); print words[1] "\t" substr(words[2], 2) "\t" $2 }')
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
printf 'Outflank contains the standard library of Rust (MIT OR Apache-2.0,\n'
printf 'https://github.com/rust-lang/rust) and the crates below, each under its licence.\n'
while IFS=$'\t' read -r name version licence; do
	printf '\n%s\n%s %s: %s\n' "$(printf '=%.0s' {1..80})" "$name" "$version" "$licence"
	printf 'https://crates.io/crates/%s/%s\n' "$name" "$version"
	folders=("$sources"/*/"$name-$version")
	if [ ${#folders[@]} = 0 ]; then
		printf 'licences: %s has no %s-%s: run cargo fetch\n' "$sources" "$name" "$version" >&2
		exit 1
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
