"""Lets Outflank play a game against itself. Usage: host.py [PROGRAM]"""
import subprocess, sys

engine = subprocess.Popen(sys.argv[1:2] or ["outflank"], stdin=subprocess.PIPE,
    stdout=subprocess.PIPE, text=True, bufsize=1)

def ask(command, last):
    """Sends a command and returns its reply, up to the line that starts with `last`."""
    engine.stdin.write(command + "\n")
    for line in engine.stdout:
        if line.startswith("error"):
            sys.exit(line)
        if line.startswith(last):
            return line.split()
    sys.exit("the engine has ended")

ask("ugi", "ugiok")
moves = []
while (move := ask(f"position startpos moves {' '.join(moves)}\ngo depth 4", "bestmove")[1]) != "none":
    moves.append(move)
print(" ".join(moves))
print(ask("query result", "response")[1])
engine.stdin.close()
sys.exit(engine.wait())
