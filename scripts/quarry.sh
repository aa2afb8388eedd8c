#!/usr/bin/env bash
# Plays a whole game in the GUI Quarry over GTP, on a virtual display, and takes pictures.
#
#   scripts/quarry.sh [FOLDER]        folder for pictures and logs (default runs/quarry)
#
#   OUTFLANK='./outflank --level 2'   the engine (default: the release build at level 3)
#   OPPONENT=/usr/games/gtp-rhino     the engine for White (default: the same engine)
#
# Needs quarry, xvfb, xdotool, openbox and imagemagick (Debian packages of these names).
# Exit status 0: the game ended, and Quarry and the engine agree on the result.
set -euo pipefail
case ${1-} in -h | --help) sed -n '2,10s/^# \?//p' "$0"; exit 0 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/runs/quarry}
engine=${OUTFLANK:-$root/target/release/outflank --level 3}
opponent=${OPPONENT:-$engine}
white=$(basename "${opponent%% *}")
PATH=$PATH:/usr/games
for needed in quarry Xvfb xdotool openbox import; do
	command -v "$needed" >/dev/null || { echo "quarry.sh: $needed is missing" >&2; exit 2; }
done
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
home=$(mktemp -d)
commands=$folder/commands.log
replies=$folder/replies.log
: >"$commands"
: >"$replies"

# Black, with logs of its commands and replies.
printf '#!/bin/sh\ntee %q | %s | tee %q\n' "$commands" "$engine" "$replies" >"$home/black"
chmod +x "$home/black"
engine_section() { # NAME COMMAND
	printf '[GTP Engine "%s"]\nName = "%s"\nScreen name format = "%%n"\n' "$1" "$1"
	printf 'Command line = "%s"\nSupported games = "Reversi"\n\n' "$2"
}
{
	engine_section Outflank "$home/black"
	engine_section "$white" "$opponent"
	printf '[New Game Parameters]\nGame = "Reversi"\n'
	printf 'White is computer = "true"\nEngine playing white = "%s"\n' "$white"
	printf 'Black is computer = "true"\nEngine playing black = "Outflank"\n'
} >"$home/.quarry"

pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$home"' EXIT
exec {number}< <(Xvfb -displayfd 1 -screen 0 800x620x24 -nolisten tcp 2>/dev/null)
pids+=($!)
read -r -u "$number" display
export DISPLAY=:$display HOME=$home
openbox >/dev/null 2>&1 &
pids+=($!)
# The window manager must run first, or windows stay hidden.
sleep 2
quarry >/dev/null 2>&1 &
pids+=($!)

# Takes the picture NAME of WINDOW.
picture() { import -window "$1" +dither -colors 48 "$folder/$2"; }

# Waits for the window TITLE, takes the picture NAME and presses KEY.
press() { # TITLE KEY [NAME]
	local window
	window=$(timeout 60 xdotool search --sync --onlyvisible --name "$1" | tail -1)
	xdotool windowactivate --sync "$window"
	sleep 1
	[ -z "${3:-}" ] || picture "$window" "$3"
	xdotool key "$2"
	sleep 1
}
press 'Control Center' alt+n
press 'New Game' alt+f quarry-players.png
press 'New Game' alt+p

# The moves so far: White's from the commands, Black's from the replies.
moves() {
	awk 'NR == FNR { if ($1 == "=" && $2 ~ /^[A-H][1-8]$/) answer[n++] = $2; next }
		$1 == "play" { printf "%s", $3 }
		$1 == "genmove" { printf "%s", answer[asked++] }' "$replies" "$commands"
}
ask() { printf 'position startpos moves %s\n%s\n' "$(moves)" "$1" | $engine; }
for _ in $(seq 300); do
	sleep 1
	if [ "$(ask 'query gameover')" = 'response true' ]; then
		sleep 1
		picture "$(xdotool search --onlyvisible --name ' vs\. ' | tail -1)" quarry-end.png
		ask history
		ask d
		printf 'passes: %s, sent by Quarry: %s\n' "$(ask history | grep -ow pass | wc -l)" \
			"$(grep -ciw pass "$commands" || true)"
		exit 0
	fi
done
echo "quarry.sh: the game did not end: see $commands and $replies" >&2
exit 1
