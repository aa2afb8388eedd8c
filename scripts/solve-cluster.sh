#!/usr/bin/env bash
# Solves a corpus, or searches the jobs of a book, with many processes on this machine or by ssh.
set -euo pipefail

usage() {
    cat <<'END'
usage: scripts/solve-cluster.sh [OPTIONS] CORPUS FOLDER [-- SOLVE-OPTIONS]

Cuts CORPUS, a file for `outflank solve`, into shards of lines and solves them with GNU parallel.
Writes a JSON object for each position to FOLDER/results.jsonl, in the order of CORPUS and with its
line numbers. Messages about bad lines and, with --check, about differences are in FOLDER/messages.

After an interruption the same command continues with the shards that the job log in FOLDER lacks.

  -n LINES     lines in a shard (default 1000)
  -j JOBS      processes on each machine (default 1)
  -S HOSTS     ssh hosts, separated by commas; `:` is this machine (default `:`). Copies CORPUS to them
  -c COMMAND   `solve` (default), or `book work` for a CORPUS from `outflank book jobs`, with its
               options as SOLVE-OPTIONS. `outflank book merge` reads its results
  -b BINARY    program on every machine (default `outflank`; on this machine alone the release build,
               if there is one)

SOLVE-OPTIONS are options of `outflank solve`, such as --wld, --timeout 60 or --hash 1024.

Exit status: 0 all solved; 1 unsolved positions or bad lines; 2 error.

examples:
  scripts/solve-cluster.sh -j 8 -S fast1,fast2 corpus.obf run -- --timeout 600
  scripts/solve-cluster.sh -c 'book work' -n 10 -j 8 jobs.jsonl run -- --level 16
END
}

fail() {
    echo "solve-cluster: $1" >&2
    exit 2
}

lines_per_shard=1000
command=solve
jobs=1
hosts=:
binary=
[ "${1-}" != --help ] || { usage; exit 0; }
while getopts n:j:S:c:b:h option; do
    case $option in
        n) lines_per_shard=$OPTARG ;;
        j) jobs=$OPTARG ;;
        S) hosts=$OPTARG ;;
        c) command=$OPTARG ;;
        b) binary=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || { usage >&2; exit 2; }
corpus=$1
folder=$2
shift 2
if [ $# -gt 0 ]; then
    [ "$1" = -- ] || fail "unexpected '$1': expected -- and the options of solve"
    shift
fi
case $command in
    solve) work=(solve --json) ;;
    'book work') work=(book work) ;;
    *) fail "'$command' does not work on lines: expected solve or 'book work'" ;;
esac
for argument; do
    case $argument in
        --json | --csv | --out* | --resume* | --lines*) fail "'$argument' is not for shards" ;;
    esac
done
[[ $lines_per_shard =~ ^[1-9][0-9]*$ ]] || fail "'$lines_per_shard' is no number of lines"
[ -r "$corpus" ] || fail "$corpus cannot be read"
# A shard is a range of its lines.
case $(od -An -N2 -tx1 "$corpus" | tr -d ' ')-${corpus##*.} in
    1f8b-*) fail "$corpus is compressed: expected lines; gunzip it first" ;;
    *-[wW][tT][bB]) fail "$corpus is of WTHOR: expected lines; outflank convert makes them" ;;
esac
command -v parallel > /dev/null ||
    fail "GNU parallel is missing: install it (Debian package 'parallel')"
if [ -z "$binary" ]; then
    binary=outflank
    built=$(dirname "$0")/../target/release/outflank
    if [ "$hosts" = : ] && [ -x "$built" ]; then binary=$built; fi
fi
if [ "$hosts" = : ]; then
    command -v "$binary" > /dev/null || fail "$binary is missing: build it, or give -b BINARY"
fi

# A shard number must mean the same lines in each run.
mkdir -p "$folder/shards"
settings=$(printf '%s\n' "corpus $(cksum < "$corpus")" "lines $lines_per_shard" "options $*")
if [ "$command" != solve ]; then settings+=$'\n'"command $command"; fi
if [ -e "$folder/settings" ]; then
    [ "$settings" = "$(cat "$folder/settings")" ] ||
        fail "$folder is for another corpus or other options: expected the same as before"
else
    printf '%s\n' "$settings" > "$folder/settings.partial"
    mv "$folder/settings.partial" "$folder/settings"
fi

total=$(awk 'END { print NR }' "$corpus")
firsts() { seq 1 "$lines_per_shard" "$total"; }

# Failed jobs run again, except those of exit status 1. Parallel skips a shard that has results, so remove
# these.
log=$folder/joblog
if [ -e "$log" ]; then
    awk -F'\t' 'NR == 1 || ($7 <= 1 && $8 == 0)' "$log" > "$log.new"
    mv "$log.new" "$log"
fi
firsts | awk -v joblog="$log" '
    BEGIN { while ((getline row < joblog) > 0) { split(row, field, "\t"); done[field[1]] } }
    !(NR in done)' |
    while read -r first; do rm -f "$folder/shards/$first.jsonl"*; done

parallel_options=(--will-cite --quote --jobs "$jobs" --joblog "$log" --resume)
parallel_options+=(--results "$folder/shards/{1}.jsonl")
if [ -t 2 ]; then parallel_options+=(--bar); fi
if [ "$hosts" != : ]; then
    # The corpus has the same path on all machines.
    copy=${TMPDIR:-/tmp}/outflank-$(cksum < "$corpus" | tr ' ' -)
    cp "$corpus" "$copy"
    trap 'rm -f "$copy"' EXIT
    parallel_options+=(-S "$hosts" --basefile "$copy" --cleanup)
    corpus=$copy
fi
# The exit status of parallel only counts failed jobs. The log has the status of each.
firsts | parallel "${parallel_options[@]}" \
    "$binary" "${work[@]}" "$corpus" --lines "{1}-{= \$_ += $lines_per_shard - 1 =}" "$@" \
    > /dev/null || true

shards=$(firsts | wc -l)
done_well=$(awk -F'\t' 'NR > 1 && $7 <= 1 && $8 == 0' "$log" | wc -l)
# An error that ends a shard is an object in its results.
firsts | while read -r first; do
    cat "$folder/shards/$first.jsonl.err"
    grep '^{"reply":"error","message":' "$folder/shards/$first.jsonl"
done > "$folder/messages" 2> /dev/null || true
if [ "$done_well" -lt "$shards" ]; then
    fail "$done_well of $shards shards are done: see $folder/messages; the same command continues"
fi
firsts | while read -r first; do cat "$folder/shards/$first.jsonl"; done > "$folder/results.jsonl"
awk -F'\t' 'NR > 1 && $7 == 1 { found = 1 } END { exit found }' "$log"
