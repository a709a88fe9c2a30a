"""External player for any game: chooses random moves from the legal moves that boardwright lists.

    boardwright tournament run nim --players random --program "python3 docs/examples/bot.py" --out results
"""

import json
import random
import subprocess
import sys

game, line, legal = "", "", ""


def moves():
    """The legal moves of the position, as text. Games with hidden information list them."""
    if legal:
        return legal.split("; ")
    command = ["boardwright", "moves", game, "--format", "json"]
    if line:
        command += ["--line", line]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [move["text"] for move in json.loads(told)["moves"]]


for said in sys.stdin:
    word, _, rest = said.strip().partition(" ")
    if word == "game":
        game = rest
    elif word == "position":
        line = rest
    elif word == "legal":
        legal = rest
    elif word == "go":
        print("bestmove", random.choice(moves()), flush=True)
    elif word == "draw":
        print("no", flush=True)
